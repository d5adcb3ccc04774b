#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { float values[]; };
void main() {
    fcoopmatNV<32, gl_ScopeSubgroup, 8, 8> m;
    coopMatLoadNV(m, values, 0, 8, false);
    m = coopMatMulAddNV(m, m, m);
    coopMatStoreNV(m, values, 0, 8, false);
}
