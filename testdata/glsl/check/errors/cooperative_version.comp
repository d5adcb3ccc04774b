#version 430
#extension GL_NV_cooperative_matrix : require
layout(local_size_x = 32) in;
// The extension is for versions 450 and 320 es, and later.
void main() { fcoopmatNV<32, gl_ScopeSubgroup, 8, 8> x; }
