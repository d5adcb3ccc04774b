#version 460
layout(local_size_x = 1) in;
// A chain of structs, each with two members of the previous one: checking must not take exponential time.
struct A { float f; sampler2D t; };
struct S0 { float a, b; };
struct S1 { S0 a, b; };
struct S2 { S1 a[8], b; };
struct S3 { S2 a[64], b; };
struct S4 { S3 a[64], b; };
struct S5 { S4 a[64], b; };
struct S6 { S5 a[64], b; };
uniform sampler2D t;
void takes(A x, A y) { bool b = x == y; }
void main() {
    S5 x, y;
    bool same = x == y && x.a[3] != y.b;
    same = t == t;
    same = x == y.a[1];
}
