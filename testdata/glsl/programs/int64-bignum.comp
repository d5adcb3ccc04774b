#version 450
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer N { uint64_t limbs[][4]; };
layout(std430, binding = 1) buffer S { i64vec3 s[]; };
const uint64_t MODULUS[4] = { 0xFFFFFFFEFFFFFC2FUL, 0xFFFFFFFFFFFFFFFFul, ~0UL, ~0ul };
void mul64(uint64_t a, uint64_t b, out uint64_t hi, out uint64_t lo) {
    uvec2 x = unpackUint2x32(a), y = unpackUint2x32(b);
    uint64_t p0 = uint64_t(x.x) * y.x, p1 = uint64_t(x.x) * uint64_t(y.y), p2 = uint64_t(x.y) * y.x, p3 = uint64_t(x.y) * y.y;
    uint64_t mid = (p0 >> 32) + (p1 & 0xFFFFFFFFu) + (p2 & 0xFFFFFFFFul);
    hi = p3 + (p1 >> 32) + (p2 >> 32u) + (mid >> 32);
    lo = (p0 & 0xFFFFFFFFul) | mid << 32;
}
bool less(uint64_t a[4], uint64_t b[4]) {
    for (int i = 3; i >= 0; --i) if (a[i] != b[i]) return a[i] < b[i];
    return false;
}
void main() {
    uint64_t a[4] = limbs[gl_GlobalInvocationID.x], carry = 0ul;
    for (int i = 0; i < 4; ++i) {
        uint64_t hi, lo;
        mul64(a[i], 977ul, hi, lo);
        lo += carry;
        hi += uint64_t(lo < carry ? 1u : 0u);
        a[i] = lo; carry = hi;
    }
    if (!less(a, MODULUS)) a[0] -= MODULUS[0];
    limbs[gl_GlobalInvocationID.x] = a;
    i64vec3 t = s[0] * -1L + i64vec3(ivec3(1, 2, 3));
    t.yz = mix(t.xy, t.zz, bvec2(true, false));
    t = abs(sign(t)) + min(t, 5l) + clamp(t, -9L, 9L) % 4L;
    double d = double(t.x) + uint64BitsToDouble(a[0]);
    s[1] = i64vec3(doubleBitsToInt64(d), int64_t(d), packInt2x32(ivec2(1)));
    s[2] = i64vec3(greaterThan(t, i64vec3(0))) << 3;
}
