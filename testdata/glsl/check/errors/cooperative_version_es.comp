#version 310 es
#extension GL_NV_cooperative_matrix : require
layout(local_size_x = 32) in;
void main() { highp fcoopmatNV<32, gl_ScopeSubgroup, 8, 8> x; }
