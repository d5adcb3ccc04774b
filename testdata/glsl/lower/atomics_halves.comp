#version 450
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_fp16_vector : require
#extension GL_NV_shader_buffer_load : require
#extension GL_NV_shader_buffer_store : require
// Vectors of halves are words to atomics: a block is seen as words too, an address leads to one, and a
// shared variable is one; other accesses to the latter keep to the halves that they mean.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { f16vec2 pair; f16vec4 fours[]; } b[2][3];
uniform f16vec2 *pointer;
shared struct { float before; f16vec2 pair; f16vec4 four; } s;
shared f16vec2 untouched;
void main() {
    int i = int(gl_WorkGroupID.x);
    b[1][i].pair = atomicAdd(b[1][2].pair, f16vec2(1));
    b[0][0].fours[0] = atomicExchange(b[i][1].fours[i], f16vec4(2));
    untouched = atomicMin(pointer + 3, f16vec2(3));
    s.pair = atomicMax(s.pair, untouched);
    s.four.w = s.pair[i];
}
