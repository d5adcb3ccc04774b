#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// Uses, layouts, masks of operands and elements of arrays that GL_KHR_cooperative_matrix does not have.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int unknown = 7;
layout(std430, binding = 0) buffer B { float f[]; };
layout(std430, binding = 1) buffer V { vec3 three[]; };
coopmat<float, gl_ScopeSubgroup, 8, 8, 3> unknown_use;
coopmat<float, gl_ScopeSubgroup, 8, 8, -1> negative_use;
coopmat<float, gl_ScopeSubgroup, 8, 8> no_use;
coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA, 1> more;
coopmat<bool, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> bools;
coopmat<vec2, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> vectors;
void main() {
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> a;
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseB> b;
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> c;
    coopMatLoad(a, three, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(a, three, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(a, f, 0, 8, 2);
    coopMatStore(a, f, 0, 8, -1);
    coopMatLoad(a, f, 0, 8, unknown);
    coopMatMulAdd(a, b, c, 3);
    coopMatMulAdd(a, b, c, gl_MatrixOperandsSaturatingAccumulation);
    coopMatMulAdd(b, a, c);
    coopMatMulAdd(a, b, a);
    a = c;
}
