#version 460
#extension GL_NV_integer_cooperative_matrix : require
layout(local_size_x = 32) in;
// Integers have at most 32 bits, floats at least 16.
icoopmatNV<64, gl_ScopeSubgroup, 8, 8> signed64;
ucoopmatNV<64, gl_ScopeSubgroup, 8, 8> unsigned64;
icoopmatNV<24, gl_ScopeSubgroup, 8, 8> signed24;
fcoopmatNV<64, gl_ScopeSubgroup, 8, 8> float64;
fcoopmatNV<8, gl_ScopeSubgroup, 8, 8> float8;
void main() { }
