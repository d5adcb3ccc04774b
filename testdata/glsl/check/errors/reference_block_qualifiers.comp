#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_NV_cooperative_matrix : require
layout(local_size_x = 32) in;
// Qualifiers of a buffer reference are those of what it points to.
layout(buffer_reference, std430) readonly buffer Read { float h[4]; };
layout(buffer_reference, std430) writeonly buffer Write { float h[4]; uint n; };
layout(std430, binding = 0) buffer A { Read r; Write w; };
void main() {
    r.h[0] = 1.0;
    float x = w.h[0];
    w.h[0] = r.h[0];
    w.n |= 1u;
    fcoopmatNV<32, gl_ScopeSubgroup, 8, 8> m = fcoopmatNV<32, gl_ScopeSubgroup, 8, 8>(1.0);
    coopMatStoreNV(m, r.h, 0, 8, false);
    coopMatLoadNV(m, w.h, 0, 8, false);
}
