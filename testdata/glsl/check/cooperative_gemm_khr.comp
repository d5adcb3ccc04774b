#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint M = 16;
layout(std430, binding = 0) readonly buffer A { float16_t a[]; };
layout(std430, binding = 1) readonly buffer B { float16_t b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
shared float16_t tile[256];
void main() {
    coopmat<float, gl_ScopeSubgroup, M, 16, gl_MatrixUseAccumulator> sum = coopmat<float, gl_ScopeSubgroup, M, 16, gl_MatrixUseAccumulator>(0.0f);
    for (uint k = 0u; k < 64u; k += 16u) {
        coopmat<float16_t, gl_ScopeSubgroup, M, 16, gl_MatrixUseA> ma;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> mb;
        coopMatLoad(ma, a, k, 64, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(mb, tile, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
        sum = coopMatMulAdd(ma, mb, sum);
    }
    for (int i = 0; i < sum.length(); ++i) sum[i] = max(sum[i], 0.0);
    coopMatStore(sum, c, gl_SubgroupID * 256u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}
