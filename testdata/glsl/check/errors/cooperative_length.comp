#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// The length of a cooperative matrix is known at pipeline creation. It is a constant expression for NV's,
// not for KHR's.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int n = 2;
void main() {
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> m = fcoopmatNV<32, gl_ScopeSubgroup, 16, 8>(0.0);
    coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA> a = coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA>(0.0);
    float each[a.length()];
    float twice[2 * a.length() + n];
    float fine[m.length()];
    int shift = a.length();
    float not_constant[shift];
    float x = m.length;
    int n = m.size();
    int k = m.length(1);
}
