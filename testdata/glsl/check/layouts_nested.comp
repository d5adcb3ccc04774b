#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Padding at the ends of structs and arrays: with the scalar layout, the next member may use it.
layout(local_size_x = 1) in;
struct Tail { double d; float f; };
struct Odd { i8vec3 a[2]; f16mat3 m; };
struct Deep { Tail t[2]; Odd o; uint8_t last; };
layout(scalar, binding = 0) buffer A { Tail one; float a; Tail two[2]; float b; Deep deep[2]; uint8_t c; } a;
layout(std430, binding = 1) buffer B { Tail one; float a; Tail two[2]; float b; Deep deep[2]; uint8_t c; } b;
layout(std140, binding = 2) buffer C { Tail one; float a; Tail two[2]; float b; Deep deep[2]; uint8_t c; } c;
void main() { }
