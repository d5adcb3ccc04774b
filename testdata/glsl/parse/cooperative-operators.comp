#version 460
#extension GL_NV_cooperative_matrix : require
// A parameter of a type is a unary expression: operators stand in parentheses.
void f(fcoopmatNV<16, S, M + 1, 8> a);
void main() {
    fcoopmatNV<8 * 2, S, M, K> m;
    coopmat<float, S, 16, 16 * 2 + 1, U> c;
    fcoopmatNV<16, S, M >> 1, 8> n;
    fcoopmatNV<16, S, A < B, 8> o;
    fcoopmatNV<16, S, A && B, 8> p;
    fcoopmatNV<16, S, A ? 8 : 16, 8> q;
    fcoopmatNV<16, S, 8, 8 q;
    fcoopmatNV<16, S, (8, 8> q;
    fcoopmatNV<16, S, 8), 8> q;
}
