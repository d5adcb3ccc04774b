#version 460
#extension GL_EXT_long_vector : require
#extension GL_NV_cooperative_vector : require
// Vectors of one component are scalars. The length of other vectors is a specialization constant: splats, conversions,
// comparisons, components, constants, and conversions from and to cooperative vectors.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int N = 8;
layout(std430, binding = 0) buffer B { vector<float, 1> one; float f; vec4 four; };
shared vector<float, N> common_;
const vector<float, N> FIXED = vector<float, N>(2) + 1;
vector<float, N> initialized = FIXED;

vector<float, N> next(vector<float, N> v, inout vector<int, N> w) {
    w += 1;
    return v * f;
}

void main() {
    one = one + 2.0;
    one[0] = f;
    vector<float, N> a = common_ * FIXED, b = vector<float, N>(1, 2, 3, 4, 5, 6, 7, 8);
    vector<int, N> k = vector<int, N>(a);
    a = next(b, k);
    a[2] = float(b);
    if (a == b || any(lessThan(a, b))) { a = mix(a, vector<float, N>(k), 0.5); }
    coopvecNV<float, N> c = coopvecNV<float, N>(a);
    common_ = vector<float, N>(c) + initialized;
    four = vec4(common_);
    f = dot(a, b) + length(a);
}
