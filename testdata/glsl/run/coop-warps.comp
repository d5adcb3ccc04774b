#version 460
// run: --dispatch 1 --storage 0=zeros:4096 --dump 0=f32
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Subgroups that multiply different matrices, some of them more often than others, before and after an operation of the
// whole work group.
layout(local_size_x = 96) in;
layout(std430, binding = 0) buffer To { float to[]; };
shared float16_t values[256];
#define MATRIX(scope, type, use) coopmat<type, gl_Scope##scope, 16, 16, gl_MatrixUse##use>
float number(const in uint row, const in uint column, const in float x, const in float y) {
    return x + y * float(int(row) - int(column));
}
void main() {
    for (uint k = gl_LocalInvocationIndex; k < 256u; k += 96u) values[k] = float16_t(int(k % 7u) - 3);
    barrier();
    MATRIX(Subgroup, float16_t, A) a;
    MATRIX(Subgroup, float16_t, B) b;
    MATRIX(Subgroup, float, Accumulator) c = MATRIX(Subgroup, float, Accumulator)(float(gl_SubgroupID));
    coopMatLoad(a, values, 0u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, values, 0u, 16u, gl_CooperativeMatrixLayoutColumnMajor);
    for (uint k = 0u; k < gl_SubgroupID; ++k) {
        c = coopMatMulAdd(a, b, c);
        if (gl_SubgroupID == 2u) a = a + a;
    }
    MATRIX(Workgroup, float16_t, Accumulator) m;
    MATRIX(Workgroup, float16_t, B) turned;
    coopMatLoad(m, values, 0u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    coopMatTransposeNV(turned, m);
    if (gl_SubgroupID != 1u) c = coopMatMulAdd(a, b, c);
    coopMatStore(c, to, 256u * gl_SubgroupID, 16u, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    coopMatStore(turned, values, 0u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    MATRIX(Workgroup, float, Accumulator) sum;
    coopMatLoad(sum, to, 0u, 16u, gl_CooperativeMatrixLayoutRowMajor);
    coopMatPerElementNV(sum, sum, number, 0.25);
    coopMatStore(sum, to, 768u, 16u, gl_CooperativeMatrixLayoutColumnMajor);
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < 256u; k += 96u) to[k] += float(values[k]);
}
