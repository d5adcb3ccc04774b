#version 460
// run: --dispatch 1 --storage 0=zeros:512 --storage 1=zeros:256 --storage 2=zeros:1024 --dump 0=u16 --dump 1=u8 --dump 2=f32
// also: --coopmat emulate --target-env vulkan1.3
// also: --coopmat emulate --target-env vulkan1.3 -O0
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Matrices of bfloat16 and 8-bit floats: products with sums of floats, conversions with and without saturation.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Shorts { bfloat16_t b[256]; };
layout(std430, binding = 1) buffer Bytes { floate4m3_t e[256]; };
layout(std430, binding = 2) buffer Sums { float o[256]; };
shared bf16vec2 pairs[128];
#define MATRIX(type, use) coopmat<type, gl_ScopeSubgroup, 16, 16, gl_MatrixUse##use>
void main() {
    uint lane = gl_LocalInvocationIndex;
    for (uint k = lane; k < 128u; k += 32u) pairs[k] = bf16vec2(float(k % 8u) * 2.0 - 7.0, 0.25 * float(k / 8u));
    for (uint k = lane; k < 256u; k += 32u) e[k] = floate4m3_t(int(k / 16u) - 8 + int(k % 4u));
    barrier();
    MATRIX(bfloat16_t, A) a;
    MATRIX(bfloat16_t, B) c;
    MATRIX(floate4m3_t, B) d;
    coopMatLoad(a, pairs, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(d, e, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    c = MATRIX(bfloat16_t, B)(d);
    MATRIX(float, Accumulator) sum = coopMatMulAdd(a, c, MATRIX(float, Accumulator)(1.5));
    coopMatStore(sum, o, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    MATRIX(floate4m3_t, Accumulator) low;
    saturatedConvertEXT(low, sum);
    coopMatStore(low, e, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
    coopMatStore(MATRIX(bfloat16_t, Accumulator)(sum * 3.0625), b, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
