#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// How many components an invocation holds is known when the pipeline is made.
layout(local_size_x = 32) in;
void main() {
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> m = fcoopmatNV<32, gl_ScopeSubgroup, 16, 8>(0.0);
    float each[m.length()];
    float x = m.length;
    int n = m.size();
}
