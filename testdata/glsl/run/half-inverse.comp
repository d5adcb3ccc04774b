#version 450
// run: --dispatch 1 --storage 0=f16:-0.004001617,-2.900390625,-41,0,-0.419921875,0.00490188598632812,-0.016998291015625,0,-0.7001953125,0.00500106811523438,-0.00259971618652344,0 --storage 1=zeros:64 --dump 1=f16
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
// Inverse and determinant of matrices of halves are rounded once: the products in them need more precision than the
// elements have.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer A { f16mat3 a; };
layout(set = 0, binding = 1) buffer R { f16mat3 r; float16_t d; f16mat2 two; };
void main() {
    r = inverse(a);
    d = determinant(a);
    two = inverse(f16mat2(a));
}
