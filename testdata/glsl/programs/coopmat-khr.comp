#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint M = 16;
layout(constant_id = 1) const uint N = 16;
layout(constant_id = 2) const uint K = 16;
layout(set = 0, binding = 0) readonly buffer A { float16_t a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t b[]; };
layout(set = 0, binding = 2) buffer C { float c[]; };
layout(push_constant) uniform P { uint depth; float bias; };
void main() {
    coopmat<float, gl_ScopeSubgroup, M, N, gl_MatrixUseAccumulator> acc = coopmat<float, gl_ScopeSubgroup, M, N, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < depth; k += K) {
        coopmat<float16_t, gl_ScopeSubgroup, M, K, gl_MatrixUseA> ma;
        coopmat<float16_t, gl_ScopeSubgroup, K, N, gl_MatrixUseB> mb;
        coopMatLoad(ma, a, k, depth, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(mb, b, k * N, N, gl_CooperativeMatrixLayoutColumnMajor);
        acc = coopMatMulAdd(ma, mb, acc);
    }
    for (int i = 0; i < acc.length(); ++i) acc[i] += bias;
    acc *= 0.5;
    coopMatStore(acc, c, 0, N, gl_CooperativeMatrixLayoutRowMajor);
}
