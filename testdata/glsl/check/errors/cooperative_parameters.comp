#version 460
#extension GL_NV_cooperative_matrix : require
layout(local_size_x = 32) in;
int n = 8;
layout(constant_id = 0) const int bits = 16;
icoopmatNV<8, gl_ScopeSubgroup, 8, 8> needs_integers;
fcoopmatNV<16, gl_ScopeSubgroup, 8> too_few;
fcoopmatNV<16, gl_ScopeSubgroup, n, 8> not_constant;
fcoopmatNV<16, 3.0, 8, 8> not_integer;
fcoopmatNV<8, gl_ScopeSubgroup, 8, 8> bits8;
fcoopmatNV<bits, gl_ScopeSubgroup, 8, 8> specialized;
vec4<3> not_parameterized;
fcoopmatNV none;
coopmat<float, gl_ScopeSubgroup, 8, 8, 0> khr;
void main() { }
layout(constant_id = 7) const int later = 8;
layout(constant_id = 8) const uint natural = 8u;
void sizes() {
    fcoopmatNV<16, gl_ScopeSubgroup, later, natural> a;
    fcoopmatNV<16, gl_ScopeSubgroup, natural, later> b;
    a = b;
    fcoopmatNV<16, gl_ScopeSubgroup, (later * 2), (later + int(natural))> c = a;
    int list[later] = int[natural](1);
}
