#version 460
#extension GL_NV_cooperative_matrix : require
void f(fcoopmatNV<16, gl_ScopeSubgroup, M, 8> a, const coopmat<float16_t, S, 16, (N >> 1), U> b);
void main() {
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> m = fcoopmatNV<32, gl_ScopeSubgroup, 16, 8>(0.0), n[2];
    coopmat<float, S, 16, (16 * 2 + 1), (A > B ? 1 : 2)> c;
    c = coopmat<float, S, 16, 16, U>(1) >> 2;
    icoopmatNV<8, S, 16, 8>[3] list;
    coopmat<float, S, 16, 16, U>(c).length() > 3;
    coopmat = 3 < 4;
}
