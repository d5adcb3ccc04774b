#version 460
#extension GL_NV_cooperative_matrix : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const int scope = gl_ScopeDevice;
// Vulkan has matrices of subgroups and workgroups only; a specialization constant can still become one of these, and a
// matrix that is not used does not matter.
#define TILE(SCOPE) fcoopmatNV<32, SCOPE, 8, 8>
TILE(7) unused;
layout(std430, binding = 0) buffer R { float r[]; };
void main() {
    TILE(gl_ScopeWorkgroup) workgroup = TILE(gl_ScopeWorkgroup)(1.0);
    TILE(scope) specialized = TILE(scope)(1.0);
    TILE(gl_ScopeDevice) device = TILE(gl_ScopeDevice)(1.0);
    TILE(99) unknown = TILE(99)(1.0);
    coopMatStoreNV(workgroup, r, 0, 8, false);
    coopMatStoreNV(specialized, r, 0, 8, false);
    coopMatStoreNV(device, r, 0, 8, false);
    coopMatStoreNV(unknown, r, 0, 8, false);
}
