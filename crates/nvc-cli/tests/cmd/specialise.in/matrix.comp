#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint ROWS = 16;
layout(std430, binding = 0) buffer B { float data[]; };
void main() {
    fcoopmatNV<32, gl_ScopeSubgroup, ROWS, 8> m;
    coopMatLoadNV(m, data, 0, 8, false);
    coopMatStoreNV(m + m, data, 0, 8, false);
}
