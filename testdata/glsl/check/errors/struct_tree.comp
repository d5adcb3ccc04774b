#version 450
// The number of members doubles at each level.
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint x; };
struct S0 { uint a, b; };
struct S1 { S0 a, b; };
struct S2 { S1 a, b; };
struct S3 { S2 a, b; };
struct S4 { S3 a, b; };
struct S5 { S4 a, b; };
struct S6 { S5 a, b; };
struct S7 { S6 a, b; };
struct S8 { S7 a, b; };
struct S9 { S8 a, b; };
struct S10 { S9 a, b; };
struct S11 { S10 a, b; };
struct S12 { S11 a, b; };
struct S13 { S12 a, b; };
struct S14 { S13 a, b; };
struct S15 { S14 a, b; };
struct S16 { S15 a, b; };
struct Least { S14 a; };
layout(binding = 1) buffer Most { S14 a; uint b; };
layout(binding = 2) buffer More { S14 d; uint e, f; uint g; };
void main() {
    S14 fits;
    S16 fits_not;
    x = fits.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a;
}
