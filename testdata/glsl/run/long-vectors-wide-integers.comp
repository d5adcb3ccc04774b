#version 460
// run: --dispatch 1 --storage 0=zeros:128 --storage 1=rand_u32:7@256 --dump 0=u32
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Carries, borrows and products of long vectors of 8, 16 and 64 bits, compared with what wider integers or halves of the
// integers give: the number of wrong components of each.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Wrong { uint wrong[]; };
layout(std430, binding = 1) buffer Numbers { uint numbers[]; };

#define WRONG(number, condition) if (condition) atomicAdd(wrong[number], 1u)
#define EACH(v) for (int k = 0; k < v.length(); ++k)

uint number(int k, int which) { return numbers[(gl_LocalInvocationIndex * 7u + uint(k) * 3u + uint(which) * 31u) & 63u]; }

// The functions for integers of fewer than 32 bits, in W, a wider type.
#define NARROW(at, U, S, W, bits) { \
    vector<U, 5> a, b, carry, borrow, high, low; \
    vector<S, 5> c, d, top, bottom; \
    EACH(a) { a[k] = U(number(k, 0)); b[k] = U(number(k, 1)); c[k] = S(a[k]); d[k] = S(b[k]); } \
    if (gl_LocalInvocationIndex == 0u) b[2] = a[2]; \
    vector<U, 5> sum = uaddCarry(a, b, carry), difference = usubBorrow(a, b, borrow); \
    umulExtended(a, b, high, low); \
    imulExtended(c, d, top, bottom); \
    EACH(a) { \
        uint x = uint(a[k]), y = uint(b[k]); \
        WRONG(at, uint(sum[k]) != ((x + y) & ((1u << bits) - 1u)) || uint(carry[k]) != (x + y) >> bits); \
        WRONG(at + 1, difference[k] != U(x - y) || (borrow[k] == U(1)) != (x < y) || borrow[k] > U(1)); \
        WRONG(at + 2, ((uint(high[k]) << bits) | uint(low[k])) != x * y); \
        int product = int(c[k]) * int(d[k]); \
        WRONG(at + 3, int(top[k]) != product >> bits || U(bottom[k]) != U(product)); \
    } \
}

// The upper half of a product of 64 bits, from halves of 32 bits.
uint64_t upper(uint64_t x, uint64_t y) {
    uint64_t a = x >> 32, b = x & 0xfffffffful, c = y >> 32, d = y & 0xfffffffful;
    uint64_t middle = (b * d >> 32) + (a * d & 0xfffffffful) + (b * c & 0xfffffffful);
    return a * c + (a * d >> 32) + (b * c >> 32) + (middle >> 32);
}

void main() {
    NARROW(0, uint8_t, int8_t, uint, 8)
    NARROW(4, uint16_t, int16_t, uint, 16)

    vector<uint64_t, 6> a, b, carry, borrow, high, low;
    vector<int64_t, 6> top, bottom;
    EACH(a) {
        a[k] = uint64_t(number(k, 0)) << 32 | number(k, 1);
        b[k] = uint64_t(number(k, 2)) << 32 | number(k, 3);
    }
    if (gl_LocalInvocationIndex == 0u) b[2] = a[2];
    vector<uint64_t, 6> sum = uaddCarry(a, b, carry), difference = usubBorrow(a, b, borrow);
    umulExtended(a, b, high, low);
    imulExtended(vector<int64_t, 6>(a), vector<int64_t, 6>(b), top, bottom);
    EACH(a) {
        uint64_t x = a[k], y = b[k];
        WRONG(8, sum[k] != x + y || carry[k] != (x > ~y ? 1ul : 0ul));
        WRONG(9, difference[k] != x - y || borrow[k] != (x < y ? 1ul : 0ul));
        WRONG(10, low[k] != x * y || high[k] != upper(x, y));
        uint64_t correction = (x >> 63 != 0ul ? y : 0ul) + (y >> 63 != 0ul ? x : 0ul);
        WRONG(11, uint64_t(bottom[k]) != x * y || uint64_t(top[k]) != upper(x, y) - correction);
    }
    // The last word shows that the program ran.
    atomicAdd(wrong[31], 1u);
}
