#version 460
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_fp16_vector : require
// run: --dispatch 1 --storage 0=zeros:256 --storage 1=zeros:32 --storage 2=zeros:16 --storage 3=zeros:16 --dump 0=f32
// Atomics on vectors of halves, in buffers, in an array of buffers and in shared memory, which others read
// and write by halves.
layout(local_size_x = 8) in;
struct Pair { float before; f16vec2 pair; f16vec4 fours[2]; };
layout(std430, binding = 0) buffer To { float to[64]; };
layout(std430, binding = 1) buffer Typed { f16vec2 pairs[4]; f16vec4 fours[2]; } typed;
layout(std430, binding = 2) buffer Each { f16vec2 low; f16vec2 high; f16vec4 four; } each[2];
shared Pair together;
shared f16vec2 list[4];
int at = 8;
void put(f16vec2 v) { to[at++] = float(v.x); to[at++] = float(v.y); }
void put(f16vec4 v) { put(v.xy); put(v.zw); }
void main() {
    int i = int(gl_LocalInvocationIndex);
    float16_t n = float16_t(i);
    if (i == 0) {
        together.before = 7.0;
        together.pair = f16vec2(1);
        together.fours[0] = f16vec4(0.5);
        together.fours[1] = f16vec4(-1, -2, -3, -4);
        for (int k = 0; k < 4; k++) list[k] = f16vec2(k, -k);
        for (int k = 0; k < 4; k++) typed.pairs[k] = f16vec2(k, 10 * k);
        typed.fours[0] = f16vec4(9, 10, 11, 12);
        typed.fours[1] = f16vec4(13, 14, 15, 16);
        each[1].low = f16vec2(100, 200);
        each[1].high = f16vec2(300, 400);
        each[0].four = f16vec4(0);
    }
    barrier();
    atomicAdd(typed.pairs[i & 3], f16vec2(1, n));
    atomicMax(typed.fours[i & 1], f16vec4(n, 11, 12, 11.5));
    atomicMin(typed.fours[1], f16vec4(15, 14, 13, 12));
    atomicAdd(each[1].low, f16vec2(0.5, 1));
    if (i == 0) to[0] = float(atomicExchange(each[1].high, f16vec2(-1, -2)).y);
    atomicAdd(each[0].four, f16vec4(1, 2, 3, 4));
    atomicAdd(together.pair, f16vec2(n, 1));
    atomicMax(together.fours[0], f16vec4(n, -n, 1, 0));
    atomicMin(together.fours[1], f16vec4(-n, n, -1, -5));
    if (i == 1) to[1] = float(atomicExchange(list[3], f16vec2(8, 9)).x);
    // Halves beside each other, by different invocations.
    if (i >= 2 && i < 6) list[i >> 1][i & 1] = float16_t(20 + i);
    if (i == 6) list[0].y = float16_t(30);
    barrier();
    if (i == 0) {
        for (int k = 0; k < 4; k++) put(typed.pairs[k]);
        for (int k = 0; k < 2; k++) put(typed.fours[k]);
        put(each[1].low);
        put(each[1].high);
        put(each[0].four);
        put(together.pair);
        put(together.fours[0]);
        put(together.fours[1]);
        for (int k = 0; k < 4; k++) put(list[k]);
        Pair whole = together;
        whole.fours[0].zw = f16vec2(2, 3);
        together = whole;
        together.fours[1].wx = f16vec2(50, 60);
        to[2] = together.before;
        to[3] = float(together.fours[0].w);
        to[4] = float(together.fours[1][i + 3]);
        to[5] = float(together.fours[1].x);
    }
}
