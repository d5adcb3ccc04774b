#version 460
// run: --dispatch 1 --storage 0=zeros:64 --storage 1=f32:1,2.5,-3,0.25,7,-0.5,100,-12.75 --dump 0=u32
// also: --spec 0=1
// also: --spec 0=2
// also: --spec 0=7
// also: --spec 0=40
#extension GL_EXT_long_vector : require
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
// Vectors whose length is a specialization constant: each operation is compared with the same on every component.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int COUNT = 5;
const int TWICE = COUNT * 2;
layout(std430, binding = 0) buffer Faults { uint faults[16]; };
layout(std430, binding = 1) buffer Numbers { float numbers[8]; };
#define VEC(T) vector<T, COUNT>
#define COOPVEC(T) coopvecNV<T, COUNT>
struct Pair { int before; VEC(float) middle; int after; };
shared VEC(int) common_;
shared Pair pairs[2];
VEC(float) kept = VEC(float)(3.0);
const VEC(float) FIXED = -(VEC(float)(2.0) * 0.5) + 1.5;

#define FAULT(slot, condition) if (condition) { atomicAdd(faults[slot], 1u); }
#define EACH(slot, vector_, scalar_) \
    for (int i = 0; i < COUNT; i++) FAULT(slot, !near(float((vector_)[i]), float(scalar_)))

bool near(float x, float y) {
    return x == y || (isnan(x) && isnan(y)) || abs(x - y) <= 1e-5 * max(abs(x), abs(y));
}

float number(int i) { return numbers[(i + int(gl_LocalInvocationIndex)) & 7]; }

int kind(float x) { return 1; }
int kind(VEC(float) x) { return 2; }
int kind(vector<float, TWICE> x) { return 3; }
int kind(VEC(int) x) { return 4; }

VEC(float) twist(VEC(float) v, inout VEC(float) w, out int last) {
    for (int i = 0; i < v.length(); i++) { w[i] += v[COUNT - 1 - i]; }
    last = int(v[v.length() - 1]);
    if (last > 6) { return w; }
    return w * v;
}

void main() {
    int lane = int(gl_LocalInvocationIndex);
    VEC(float) a, b;
    for (int i = 0; i < COUNT; i++) { a[i] = number(i); b[i] = number(3 * i + 1) + 0.125; }
    vector<float, TWICE> doubled = vector<float, TWICE>(0.0);
    FAULT(0, a.length() != COUNT || doubled.length() != 2 * COUNT)
    FAULT(0, kind(a) != 2 || kind(a[0]) != 1 || kind(doubled) != 3 || kind(VEC(int)(a)) != 4)
    EACH(1, a + b, a[i] + b[i])
    EACH(1, a - b, a[i] - b[i])
    EACH(1, a / b, a[i] / b[i])
    EACH(1, -a, -a[i])
    EACH(1, a * 3.0, a[i] * 3.0)
    EACH(1, 2.0 - a, 2.0 - a[i])
    VEC(float) s = a;
    s += b; s *= 2.0; s -= 1.0; s++; --s;
    EACH(1, s, (a[i] + b[i]) * 2.0 - 1.0)
    EACH(2, mix(a, b, 0.25), mix(a[i], b[i], 0.25))
    EACH(2, mix(a, b, lessThan(a, b)), max(a[i], b[i]))
    EACH(2, clamp(a, -1.0, 2.0), clamp(a[i], -1.0, 2.0))
    EACH(2, sin(a) + exp2(min(a, 1.0)), sin(a[i]) + exp2(min(a[i], 1.0)))
    EACH(2, pow(abs(a), VEC(float)(2.0)), a[i] * a[i])
    EACH(2, smoothstep(-1.0, 3.0, a) + step(0.5, a) + step(b, a), smoothstep(-1.0, 3.0, a[i]) + step(0.5, a[i]) + step(b[i], a[i]))
    EACH(2, mod(a, 2.0) + fma(a, b, a) + sign(a), mod(a[i], 2.0) + fma(a[i], b[i], a[i]) + sign(a[i]))
    EACH(2, atan(a, b), atan(a[i], b[i]))
    VEC(float) whole, part = modf(a, whole);
    EACH(2, part + whole, a[i])
    VEC(int) k = VEC(int)(a), e;
    EACH(3, k, int(a[i]))
    EACH(3, (k << 2) + (k >> 1) + ((k & 6) | (k ^ 3)) + ~k, (k[i] << 2) + (k[i] >> 1) + ((k[i] & 6) | (k[i] ^ 3)) + ~k[i])
    EACH(3, abs(k) % 5 + k / 2, abs(k[i]) % 5 + k[i] / 2)
    EACH(3, bitCount(k) + findLSB(k) + findMSB(k), bitCount(k[i]) + findLSB(k[i]) + findMSB(k[i]))
    EACH(3, bitfieldExtract(k, 1, 3) + bitfieldInsert(k, k, 4, 2), bitfieldExtract(k[i], 1, 3) + bitfieldInsert(k[i], k[i], 4, 2))
    EACH(3, intBitsToFloat(floatBitsToInt(a)), a[i])
    VEC(float) m = frexp(a, e);
    EACH(3, ldexp(m, e), a[i])
    VEC(uint) high, low, carry, u = VEC(uint)(abs(k));
    umulExtended(u, VEC(uint)(0x89abcdefu), high, low);
    VEC(uint) sum = uaddCarry(low, low, carry);
    for (int i = 0; i < COUNT; i++) {
        uint h, l, c, t;
        umulExtended(u[i], 0x89abcdefu, h, l);
        t = uaddCarry(l, l, c);
        FAULT(3, high[i] != h || low[i] != l || sum[i] != t || carry[i] != c)
    }
    float product = 0.0, squares = 0.0;
    for (int i = 0; i < COUNT; i++) {
        product += a[i] * b[i];
        squares += a[i] * a[i];
    }
    FAULT(4, !near(dot(a, b), product) || !near(length(a), sqrt(squares)) || !near(length(normalize(a)), 1.0))
    FAULT(4, distance(a, a) != 0.0)
    EACH(4, reflect(a, b), a[i] - 2.0 * product * b[i])
    EACH(4, faceforward(a, a, a), -a[i])
    FAULT(5, a == b || !(a == a) || !(a != b) || any(notEqual(a, a)) || !all(equal(k, k)) || a != a)
    VEC(float) changed = a;
    changed[COUNT - 1] += 1.0;
    FAULT(5, changed == a || all(equal(changed, a)) || !any(greaterThan(changed, a)))
    VEC(bool) positive = greaterThan(a, VEC(float)(0.0)), negative = not(positive);
    EACH(5, positive, a[i] > 0.0)
    EACH(5, VEC(int)(negative), a[i] > 0.0 ? 0 : 1)
    EACH(5, isnan(a / 0.0), isnan(a[i] / 0.0))
    EACH(6, subgroupAdd(VEC(int)(lane)), 496)
    EACH(6, subgroupShuffle(a, 3u), numbers[(i + 3) & 7])
    FAULT(6, !subgroupAllEqual(subgroupShuffle(a, 3u)))
    EACH(7, VEC(float16_t)(a), float16_t(a[i]))
    EACH(7, VEC(double)(a) * 2.0LF, double(a[i]) * 2.0LF)
    EACH(7, VEC(int8_t)(k), int8_t(k[i]))
    EACH(7, VEC(int64_t)(k) * 0x100000000l >> 30, k[i] * 4)
    EACH(7, VEC(float)(VEC(bool)(k)), k[i] != 0 ? 1.0 : 0.0)
    coopvecNV<float, COUNT> matched = COOPVEC(float)(a);
    EACH(7, VEC(float)(matched * 2.0), a[i] * 2.0)
    EACH(7, VEC(int)(COOPVEC(int)(a)), int(a[i]))
    vector<float, 1> only = vector<float, 1>(a);
    FAULT(7, float(a) != a[0] || only[0] != a[0])
    EACH(8, FIXED, 0.5)
    EACH(8, kept, 3.0)
    int last;
    VEC(float) old = kept, turned = twist(a, kept, last);
    EACH(8, kept, old[i] + a[COUNT - 1 - i])
    EACH(8, turned, last > 6 ? kept[i] : kept[i] * a[i])
    FAULT(8, last != int(a[COUNT - 1]))
    VEC(float) chosen = lane > 9 ? a : b;
    for (int n = 0; n < 3; n++) { chosen = chosen + (n == lane ? a : VEC(float)(0.0)); }
    EACH(8, chosen, (lane > 9 ? a[i] : b[i]) + (lane < 3 ? a[i] : 0.0))
    Pair pair = Pair(lane, a, -lane), copy = pair;
    FAULT(9, pair != copy || pair.middle[COUNT - 1] != a[COUNT - 1])
    VEC(float) table[3] = VEC(float)[](a, b, a + b);
    EACH(9, table[lane % 3], lane % 3 == 0 ? a[i] : lane % 3 == 1 ? b[i] : a[i] + b[i])
    if (lane == 0) {
        common_ = VEC(int)(3);
        common_[COUNT - 1] -= 5;
        pairs[1] = pair;
        pairs[0] = pairs[1];
        pairs[0].middle[0] = 77.0;
    }
    barrier();
    atomicAdd(common_[0], 1);
    barrier();
    EACH(10, common_, 3 + (i == 0 ? 32 : 0) - (i == COUNT - 1 ? 5 : 0))
    FAULT(10, pairs[0].middle[0] != 77.0 || pairs[0].after != 0 || pairs[1].middle[0] != numbers[0])
    faults[15] = 7u;
}
