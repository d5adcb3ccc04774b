#version 460
// run: --dispatch 1 --storage 0=zeros:32 --storage 1=f32:0.5,2,3,4,5,6,7,8 --dump 0=u32 --dump 1=f32
#extension GL_EXT_long_vector : require
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Vectors of 1 component and of more than 1024.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Faults { uint faults[8]; };
layout(std430, binding = 1) buffer Numbers {
    vector<float, 1> first;
    vector<float, 1> more[3];
    vec2 pair;
    vector<double, 1> wide;
};
struct Single { vector<int, 1> value; };
shared vector<uint, 1> counter;
vector<float, 1> kept = vector<float, 1>(4);
const vector<int, 1> ONE = vector<int, 1>(2) - 1;

int kind(float x) { return 1; }
int kind(vector<float, 1> x) { return 2; }
int kind(vec2 x) { return 3; }

vector<float, 1> twice(vector<float, 1> x, inout vector<float, 1> y) {
    y[0] += x[0];
    return x * 2.0;
}

void main() {
    vector<float, 1> v = first, w = vector<float, 1>(2.5);
    int index = int(faults[6]);
    if (kind(v) != 2 || kind(v[0]) != 1 || v.length() != 1 || more.length() != 3) { faults[0] += 1u; }
    if ((v + w)[0] != 3.0 || (v * 2.0)[0] != 1.0 || (-v)[0] != -0.5 || v == w || v != v) { faults[0] += 2u; }
    if (sin(v)[0] != sin(0.5) || max(v, w)[0] != 2.5 || mix(v, w, 0.5)[0] != 1.5) { faults[0] += 4u; }
    if (length(-v) != 0.5 || dot(v, w) != 1.25 || distance(v, w) != 2.0 || normalize(w)[0] != 1.0) { faults[0] += 8u; }
    vector<bool, 1> less = lessThan(v, w);
    if (!less[0] || !any(less) || !all(less) || not(less)[0] || mix(v, w, less)[0] != 2.5) { faults[1] += 1u; }
    vector<int, 1> k = vector<int, 1>(w), shifted = k << 3;
    k++;
    k %= 2;
    if (k[0] != 1 || shifted[0] != 16 || ONE[0] != 1 || (~k)[index] != -2) { faults[1] += 2u; }
    if (float(w) != 2.5 || vec2(w, v).x != 2.5 || vec3(v, w, 1).y != 2.5 || vector<double, 1>(v)[0] != 0.5LF) {
        faults[1] += 4u;
    }
    if (vector<float, 1>(vec3(9, 8, 7))[0] != 9.0 || vector<float, 1>(true)[0] != 1.0) { faults[1] += 8u; }
    vector<float, 1> result = twice(w, kept);
    if (kept[0] != 6.5 || result[0] != 5.0) { faults[2] += 1u; }
    Single single = Single(vector<int, 1>(3));
    single.value[index] += 4;
    vector<float, 1> table[2] = {{1.0}, vector<float, 1>(2)};
    if (single.value[0] != 7 || table[index + 1][0] != 2.0 || table[0] != vector<float, 1>(1)) { faults[2] += 2u; }
    counter[0] = 40u;
    atomicAdd(counter[0], 2u);
    if (counter != vector<uint, 1>(42u)) { faults[2] += 4u; }
    coopvecNV<float, 1> cooperative = coopvecNV<float, 1>(w);
    vector<float, 1> back = vector<float, 1>(cooperative * 3.0);
    if (back[0] != 7.5 || vector<float, 3>(coopvecNV<float, 3>(2))[2] != 2.0) { faults[2] += 8u; }

    vector<float, 1500> many = vector<float, 1500>(0.5), sum = many;
    many[1499] = 3.0;
    many[index + 7] = 2.0;
    sum = many + sum * 2.0;
    if (sum[0] != 1.5 || sum[7] != 3.0 || sum[1499] != 4.0 || sum.length() != 1500) { faults[3] += 1u; }
    if (dot(many, many) != 1498.0 * 0.25 + 13.0 || many == sum || any(lessThan(sum, many))) { faults[3] += 2u; }
    vector<float, 1100> shorter = vector<float, 1100>(many);
    if (shorter[7] != 2.0 || shorter[1099] != 0.5) { faults[3] += 4u; }

    more[index + 1][0] = 20.0;
    more[2] = vector<float, 1>(30.0) + first;
    pair = vec2(more[1], first);
    wide[0] = 1.0LF;
    faults[7] = 7u;
}
