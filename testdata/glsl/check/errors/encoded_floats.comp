#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_ue8m0 : require
#extension GL_EXT_float_mxint8 : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { bfloat16_t b; floate4m3_t e; float f; int i; floatue8m0_t u; float16_t h; };
// The components of these do not occupy whole bytes.
layout(std430, binding = 1) buffer C { fe2m1vec2 packed; };
shared floate2m1_t four[8];
layout(constant_id = 0) const floate2m1_t nibble = 1.0fe2m1;
layout(constant_id = 1) const bfloat16_t free = bfloat16_t(1.0);
struct Has { bfloat16_t x; };
// These extensions are not enabled.
floate2m3_t six;
const float seven = 0.5fe3m2;
void main() {
    floate2m1_t t = floate2m1_t(0.5);
    // No operators, not even with floats.
    b = b + b;
    f = b * f;
    b += b;
    f += b;
    b = -b;
    b++;
    bool q = b == b;
    q = b < b;
    q = Has(b) == Has(b);
    // No conversions to or from bool.
    q = bool(b);
    e = floate4m3_t(q);
    // Implicit conversions lead to types that have every number.
    b = h;
    h = b;
    b = 1.0;
    f = u;
    e = b;
    b = e;
    // Microscaling types: only constants convert to them, and they convert to larger floats only.
    t = floate2m1_t(f);
    t = floate2m1_t(free);
    u = floatue8m0_t(t);
    i = int(t);
    fe2m1vec2 pair = fe2m1vec2(t, f);
    // Functions.
    b = abs(b);
    b = dot(b, f);
    saturatedConvertEXT(b, f);
    e = intBitsToFloate4m3EXT(int(3));
    mat2 m = bf16mat2(1.0);
    // Matrices.
    coopmat<floate2m1_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> four_bits;
    coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a = coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(b);
    coopmat<floate4m3_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> c;
    coopmat<floate4m3_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> d;
    a = a + a;
    a = a * b;
    a = -a;
    saturatedConvertEXT(a, c);
    saturatedConvertEXT(d, a);
    saturatedConvertEXT(c, c);
    saturatedConvertEXT(c, a);
}
