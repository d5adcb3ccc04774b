#version 460
// run: --dispatch 1 --storage 0=zeros:96 --storage 1=u16:16256,49024,16320,0,16384,16448,16512,16544 --storage 2=zeros:64 --storage 3=zeros:16 --dump 0=u8 --dump 2=f32 --dump 3=u16
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e2m3 : require
#extension GL_EXT_float_ue8m0 : require
#extension GL_EXT_float_mxint8 : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Floats of other encodings in memory of each layout, shared memory, private arrays, structs, parameters, constants.
layout(local_size_x = 2) in;
layout(constant_id = 3) const bfloat16_t scale = bfloat16_t(-2.5);
struct Pair { bfloat16_t a; floate4m3_t b; fe5m2vec3 c; };
layout(std140, binding = 0) buffer Out { floate4m3_t e[2]; Pair pair; bf16vec3 v; floatue8m0_t u; fmxint8vec2 m; };
layout(scalar, binding = 1) readonly buffer In { bf16vec3 three; bfloat16_t rest[5]; };
layout(std430, binding = 2) buffer Sums { float o[]; };
layout(std430, binding = 3) buffer Shorts { bfloat16_t s[]; };
shared bf16vec2 both[2];
shared floate5m2_t single;
const fe2m1vec4 halves = fe2m1vec4(0.5, -1.5, 3.0, -6.0);
const floate2m3_t small = 0.125fe2m3;
void swap(inout bfloat16_t x, inout bfloat16_t y, out floate4m3_t z) {
    bfloat16_t t = x;
    x = y;
    y = t;
    z = floate4m3_t(y);
}
Pair make(bf16vec3 from) { return Pair(from.z, floate4m3_t(from.y), fe5m2vec3(from)); }
void main() {
    uint i = gl_LocalInvocationIndex;
    both[i] = i == 0u ? three.xy : bf16vec2(rest[3], rest[4]);
    if (i == 1u) single = floate5m2_t(96);
    barrier();
    floate2m1_t kept[4];
    for (int k = 0; k < 4; ++k) kept[k] = halves[3 - k];
    if (i == 0u) {
        pair = make(bf16vec3(both[1], scale));
        Pair other = pair;
        swap(other.a, both[1].x, e[1]);
        v = bf16vec3(other.a, both[1].x, bfloat16_t(int8_t(-7)));
        v.zx = v.xz;
        e[0] = floate4m3_t(single);
        u = floatue8m0_t(0.25);
        m = fmxint8vec2(-1.25, 0.515625);
        o[0] = dot(both[0], three.yz);
        o[1] = dot(three, bf16vec3(rest[0], rest[1], rest[2]));
        o[2] = dot(rest[4], rest[3]);
        o[3] = float(kept[int(rest[2])]);
        vec4 all = fe2m1vec4(kept[0], kept[1], kept[2], kept[3]);
        o[4] = all.y + float(small);
        o[5] = float(u) * float(m.x);
        o[6] += rest[3];
        o[6] *= rest[2];
        s[0] = scale;
        s[1] = bfloat16_t(1.0 / 3.0);
        s[2] = bfloat16_t(all.w);
        s[3] = i > 5u ? scale : rest[1];
    }
}
