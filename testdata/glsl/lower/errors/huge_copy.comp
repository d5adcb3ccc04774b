#version 450
layout(local_size_x = 1) in;
struct A { vec4 v[16]; };
struct C { A a, b, c, d, e, f, g, h; };
struct D { C a, b, c, d, e, f, g, h; };
struct E { D a, b, c, d, e, f, g, h; };
layout(std430, binding = 0) buffer B { E from; E to; };
void main() { to = from; }
