#version 460
#extension GL_NV_cooperative_matrix : require
// In parentheses `<` and `>` are operators; behind a type's parameters stands a name or `(`.
fcoopmatNV<16, S, 16, (A > 8 ? 16 : 8)> global;
void f(fcoopmatNV<16, S, (A > B ? 8 : 16), (A >> 1)> a, const coopmat<float, S, (B < A ? 16 : 8), 16, U> b);
void main() {
    fcoopmatNV<16, S, 16, (A > 8 ? 16 : 8)> m;
    fcoopmatNV<16, S, (B < A ? 16 : 8), -A> n = fcoopmatNV<16, S, (B < A ? 16 : 8), -A>(0.0);
    fcoopmatNV<16, S, sizes[A > B ? 1 : 0], max((A < B ? A : B), 8)> o[2];
    fcoopmatNV<16, S, ((A) >= (B) ? 8 : (A > 8) ? 16 : 32), 8>[2] p;
    for (fcoopmatNV<16, S, (A > B ? 8 : 16), 8> q = a; ; ) {}
    coopmat<float, S, (A >> 1), 16, U>(c).length() > 3;
}
