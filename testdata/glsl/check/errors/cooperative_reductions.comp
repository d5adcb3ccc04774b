#version 460
#extension GL_NV_cooperative_matrix2 : require
#extension GL_EXT_cooperative_matrix_maintenance1 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Uses, scopes, sizes and components of reductions, transposes and conversions.
layout(local_size_x = 32) in;
#define MATRIX(type, rows, columns, use) coopmat<type, gl_ScopeWorkgroup, rows, columns, gl_MatrixUse ## use>
float f(const float x, const float y) { return x; }
int i(const int x, const int y) { return x; }
void main() {
    MATRIX(float, 16, 32, Accumulator) m, same;
    MATRIX(float, 16, 32, A) a;
    MATRIX(float, 16, 32, B) b;
    MATRIX(float, 32, 16, A) ta;
    MATRIX(float, 32, 16, B) tb;
    MATRIX(float, 32, 16, Accumulator) t;
    MATRIX(float, 8, 16, Accumulator) quarter;
    MATRIX(int, 16, 32, Accumulator) whole;
    MATRIX(float16_t, 32, 16, B) half_;
    coopmat<float, gl_ScopeSubgroup, 16, 32, gl_MatrixUseAccumulator> lanes;
    coopmat<float, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> lanes_b;
    int mask = 1;
    coopMatReduceNV(same, m, mask, f);
    coopMatReduceNV(same, m, 0, f);
    coopMatReduceNV(same, m, 5, f);
    coopMatReduceNV(same, m, gl_CooperativeMatrixReduce2x2NV | gl_CooperativeMatrixReduceRowNV, f);
    coopMatReduceNV(same, m, gl_CooperativeMatrixReduce2x2NV, f);
    coopMatReduceNV(quarter, m, gl_CooperativeMatrixReduceRowNV, f);
    coopMatReduceNV(t, m, gl_CooperativeMatrixReduceColumnNV, f);
    coopMatReduceNV(a, m, gl_CooperativeMatrixReduceRowNV, f);
    coopMatReduceNV(same, b, gl_CooperativeMatrixReduceRowNV, f);
    coopMatReduceNV(lanes, m, gl_CooperativeMatrixReduceRowNV, f);
    coopMatReduceNV(whole, m, gl_CooperativeMatrixReduceRowNV, f);
    coopMatReduceNV(whole, whole, gl_CooperativeMatrixReduceRowNV, i);
    coopMatReduceEXT(whole, whole, gl_CooperativeMatrixReduceRowEXT, i);
    coopMatTransposeNV(t, m);
    coopMatTransposeNV(ta, m);
    coopMatTransposeEXT(ta, m);
    coopMatTransposeNV(tb, a);
    coopMatTransposeNV(b, m);
    coopMatTransposeNV(half_, m);
    coopMatTransposeNV(lanes_b, m);
    coopMatTransposeNV(tb, m);
    m = MATRIX(float, 16, 32, Accumulator)(a);
    a = MATRIX(float, 16, 32, A)(b);
    a = MATRIX(float, 16, 32, A)(lanes);
    ta = MATRIX(float, 32, 16, A)(m);
    a = m;
    uvec2 at = coopMatGetCoordinateEXT(m, 1.0);
    at = coopMatGetCoordinateEXT(at, 1);
}
