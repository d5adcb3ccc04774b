#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
layout(local_size_x = 32) in;
// Matrices of small components bring no small types of their own.
layout(std430, binding = 0) buffer A { float16_t a[]; };
layout(std430, binding = 1) buffer B { int8_t b[]; uint16_t c; };
void main() { a[0] = a[1] + a[2]; }
