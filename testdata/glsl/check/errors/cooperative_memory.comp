#version 460
#extension GL_NV_cooperative_matrix : require
// "They must not be used in uniform, buffer, or shared memory, or in input/output storage classes."
layout(local_size_x = 32) in;
struct S { fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> m; };
uniform fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> u;
layout(binding = 0) uniform U { fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> m; } ub;
layout(binding = 1) buffer B { S s[2]; } b;
shared fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> s[4];
in fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> i;
void main() { }
