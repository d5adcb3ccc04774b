#version 460
// run: --dispatch 1 --storage 0=zeros:64 --storage 1=f32:1,2.5,-3,0.25,7,-0.5,100,-12.75,2,2,3,4,-5,0.5,-1,3 --storage 2=zeros:256 --dump 0=u32 --dump 2=f32
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
// Vectors of more than 4 components: each operation is compared with the same on every component.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Faults { uint faults[16]; };
layout(std430, binding = 1) buffer In { vector<float, 8> a, b; };
layout(std430, binding = 2) buffer Out {
    float before;
    vector<float, 5> five;
    vector<float16_t, 12> halves[2];
    vector<float, 8> eight;
    float after;
};
shared vector<int, 7> common_;
vector<float, 8> kept = vector<float, 8>(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0);
const vector<float, 8> FIXED = vector<float, 8>(vec4(1.0, 2.0, 3.0, 4.0) * 2.0, vec3(0.5), -1.0);

vector<float, 8> twist(vector<float, 8> v, inout vector<float, 8> w, out int last) {
    for (int i = 0; i < v.length(); i++) {
        w[i] += v[7 - i];
    }
    last = int(v[v.length() - 1]);
    return w * v;
}

bool near(float x, float y) {
    return x == y || (isnan(x) && isnan(y)) || abs(x - y) <= 1e-5 * max(abs(x), abs(y));
}

#define EACH(slot, vector_, scalar_) \
    for (int i = 0; i < 8; i++) { if (!near(float((vector_)[i]), float(scalar_))) { faults[slot] += 1u << i; } }

void main() {
    vector<float, 8> s = a + b, q = a / b, n = -a;
    EACH(0, s, a[i] + b[i])
    EACH(0, q, a[i] / b[i])
    EACH(0, n, -a[i])
    EACH(0, a * 3.0, a[i] * 3.0)
    EACH(1, mix(a, b, 0.25), mix(a[i], b[i], 0.25))
    EACH(1, clamp(a, -1.0, 2.0), clamp(a[i], -1.0, 2.0))
    EACH(1, sin(a), sin(a[i]))
    EACH(1, pow(abs(a), b), pow(abs(a[i]), b[i]))
    EACH(1, mix(a, b, lessThan(a, b)), max(a[i], b[i]))
    vector<int, 8> k = vector<int, 8>(a), e;
    EACH(2, k, int(a[i]))
    EACH(2, k << 2, k[i] << 2)
    EACH(2, k % 5, k[i] % 5)
    EACH(2, bitCount(k), bitCount(k[i]))
    EACH(2, intBitsToFloat(floatBitsToInt(a)), a[i])
    vector<float, 8> m = frexp(a, e);
    EACH(3, ldexp(m, e), a[i])
    vector<uint, 8> high, low;
    umulExtended(vector<uint, 8>(k), vector<uint, 8>(0x89abcdefu), high, low);
    for (int i = 0; i < 8; i++) {
        uint h, l;
        umulExtended(uint(k[i]), 0x89abcdefu, h, l);
        if (high[i] != h || low[i] != l) { faults[3] += 1u << i; }
    }
    float sum = 0.0, squares = 0.0;
    for (int i = 0; i < 8; i++) {
        sum += a[i] * b[i];
        squares += a[i] * a[i];
    }
    if (!near(dot(a, b), sum)) { faults[4] += 1u; }
    if (!near(length(a), sqrt(squares))) { faults[4] += 2u; }
    if (!near(length(normalize(a)), 1.0)) { faults[4] += 4u; }
    if (!near(distance(a, a), 0.0)) { faults[4] += 8u; }
    if (a == b || !(a == a) || !(a != b) || any(notEqual(a, a)) || !all(equal(k, k))) { faults[4] += 16u; }
    EACH(5, subgroupAdd(a), a[i])
    EACH(5, subgroupShuffle(a, 0u), a[i])
    vector<float16_t, 8> h = vector<float16_t, 8>(a);
    EACH(6, h, float(float16_t(a[i])))
    vector<double, 8> d = vector<double, 8>(a);
    EACH(6, sqrt(abs(d)), sqrt(abs(d[i])))
    vector<int64_t, 8> w = vector<int64_t, 8>(k) * 0x100000000l;
    EACH(6, w >> 30, int(k[i]) * 4)
    vec4 head = vec4(a);
    mat4 square = mat4(vector<float, 16>(a, b));
    vector<float, 8> tail = vector<float, 8>(square[1], square[2]);
    EACH(7, tail, i < 4 ? a[i + 4] : b[i - 4])
    vector<float, 8> joined = vector<float, 8>(head, float(b), FIXED);
    EACH(7, joined, i < 4 ? a[i] : i == 4 ? b[0] : FIXED[i - 5])
    EACH(7, FIXED, i < 4 ? 2.0 * float(i + 1) : i < 7 ? 0.5 : -1.0)
    vector<float, 8> old = kept;
    int last;
    vector<float, 8> product = twist(a, kept, last);
    EACH(8, kept, old[i] + a[7 - i])
    EACH(8, product, kept[i] * a[i])
    if (last != k[7]) { faults[8] |= 256u; }
    common_ = vector<int, 7>(3);
    common_[k[0]] -= 5;
    for (int i = 0; i < 7; i++) { if (common_[i] != (i == k[0] ? -2 : 3)) { faults[9] += 1u << i; } }

    before = 1.0;
    five = vector<float, 5>(10.0, 20.0, 30.0, 40.0, 50.0);
    halves[0] = vector<float16_t, 12>(7.0hf);
    halves[1] = halves[0] * 2.0hf;
    halves[1][11] = 99.0hf;
    eight = product;
    eight[3] += 0.5;
    after = 2.0;
}
