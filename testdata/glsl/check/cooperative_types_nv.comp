#version 460
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Every component type: operators, constructors, conversions, products; GL_NV_cooperative_matrix is
// enabled with the extension for integers. "No error checking is performed" on scope, rows and columns.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int A = 16;
layout(constant_id = 1) const int B = 8;
layout(constant_id = 2) const int scope = gl_ScopeSubgroup;
fcoopmatNV<16, scope, A, (A > B ? 16 : 8)> specialized;
fcoopmatNV<32, 100, 3, 0> unchecked;
#define TYPE(K, BITS) K##coopmatNV<BITS, gl_ScopeSubgroup, 16, 16>
#define OPERATORS(K, BITS, T) { \
    TYPE(K, BITS) a = TYPE(K, BITS)(T(2)), b = TYPE(K, BITS)(a); \
    b = -a + b - a / b; \
    b = a * T(3) + T(3) * a; \
    b += a; b -= a; b /= a; b *= T(2); \
    const int n = b.length(); \
    b[0] = a[n - 1] + T(n); \
    b = coopMatMulAddNV(a, a, b); \
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 16> f = fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>(b); \
    icoopmatNV<16, gl_ScopeSubgroup, 16, 16> i = icoopmatNV<16, gl_ScopeSubgroup, 16, 16>(b); \
    ucoopmatNV<8, gl_ScopeSubgroup, 16, 16> u = ucoopmatNV<8, gl_ScopeSubgroup, 16, 16>(b); \
    a = TYPE(K, BITS)(f) + TYPE(K, BITS)(i) + TYPE(K, BITS)(u); }
void main() {
    OPERATORS(f, 16, float16_t)
    OPERATORS(f, 32, float)
    OPERATORS(f, 64, double)
    OPERATORS(i, 8, int8_t)
    OPERATORS(i, 16, int16_t)
    OPERATORS(i, 32, int)
    OPERATORS(u, 8, uint8_t)
    OPERATORS(u, 16, uint16_t)
    OPERATORS(u, 32, uint)
    // The components of A, B and C need not have the same number of bits; the result has C's type.
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 4> wide = coopMatMulAddNV(fcoopmatNV<16, gl_ScopeSubgroup, 16, 8>(1.0),
        fcoopmatNV<16, gl_ScopeSubgroup, 8, 4>(1.0), fcoopmatNV<32, gl_ScopeSubgroup, 16, 4>(0.0));
    icoopmatNV<32, gl_ScopeSubgroup, 16, 4> integers = coopMatMulAddNV(icoopmatNV<8, gl_ScopeSubgroup, 16, 8>(1),
        icoopmatNV<8, gl_ScopeSubgroup, 8, 4>(1), icoopmatNV<32, gl_ScopeSubgroup, 16, 4>(0));
}
