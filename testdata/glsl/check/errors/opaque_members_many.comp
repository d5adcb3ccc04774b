#version 450
// A chain of structs, each with two members of the previous one, has 2048 textures.
layout(local_size_x = 1) in;
struct A0 { sampler2D a, b; };
struct A1 { A0 a, b; };
struct A2 { A1 a, b; };
struct A3 { A2 a, b; };
struct A4 { A3 a, b; };
struct A5 { A4 a, b; };
struct A6 { A5 a, b; };
struct A7 { A6 a, b; };
struct A8 { A7 a, b; };
struct A9 { A8 a, b; };
struct A10 { A9 a, b; };
uniform A10 many;
uniform A9 enough;
// SPIR-V allows 255 parameters.
void f(A7 a) {}
void main() { enough; f(enough.a.b); }
