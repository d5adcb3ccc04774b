#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// What needs an extension says which.
layout(local_size_x = 32) in;
layout(binding = 0) buffer B { float b[]; };
float f(const float x, const float y) { return x; }
void main() {
    coopmat<float, gl_ScopeWorkgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopmat<float, gl_ScopeWorkgroup, 16, 16, gl_MatrixUseA> a = coopmat<float, gl_ScopeWorkgroup, 16, 16, gl_MatrixUseA>(m);
    tensorLayoutNV<2> t = createTensorLayoutNV(2);
    coopMatReduceNV(m, m, gl_CooperativeMatrixReduceRowNV, f);
    coopMatPerElementEXT(m, m, f);
    coopMatStoreTensorNV(m, b, 0, 1);
    uint x = gl_CooperativeMatrixClampModeRepeatNV;
}
