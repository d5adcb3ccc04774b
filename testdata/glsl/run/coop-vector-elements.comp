#version 460
// run: --dispatch 1 --storage 0=zeros:64 --storage 1=iota_u32@1024 --storage 2=zeros:4096 --dump 0=u32
// also: --spec 0=5
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Constructors, conversions, operators, functions, components, arrays and structs of cooperative vectors, compared with
// what ordinary GLSL computes: the number of wrong components of each.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int COUNT = 7;
layout(std430, binding = 0) buffer Wrong { uint wrong[]; };
layout(std430, binding = 1) buffer Numbers { uint numbers[]; };
layout(std430, binding = 2) buffer Scratch { vec4 scratch[]; };
shared uvec2 words[32 * 6];
struct Layer { coopvecNV<float, 6> weights; uint count; };
coopvecNV<int, 3> global = coopvecNV<int, 3>(5);
const coopvecNV<float, 4> table = coopvecNV<float, 4>(vec2(1, 2), 3, 4u);

#define WRONG(number, condition) if (condition) atomicAdd(wrong[number], 1u)
#define EACH(v) for (int k = 0; k < v.length(); ++k)

float value(int k) { return float(int(gl_LocalInvocationIndex) * 3 - 40 + k * 7) * 0.125; }

coopvecNV<float, 6> relu(coopvecNV<float, 6> x, inout coopvecNV<float, 6> sum, out float first) {
    x = max(x, coopvecNV<float, 6>(0));
    sum += x;
    first = x[0];
    if (first > 1.0) return x;
    return x * 2.0;
}

bool close(float a, float b) { return abs(a - b) <= 1e-2 + 1e-2 * abs(b); }

void main() {
    uint t = gl_LocalInvocationIndex;
    coopvecNV<float, 6> v, w = coopvecNV<float, 6>(0.5);
    EACH(v) v[k] = value(k);
    coopvecNV<float, 6> sum = v + w, difference = v - w, product = v * w, quotient = v / w, negative = -v;
    EACH(v) {
        WRONG(0, sum[k] != value(k) + 0.5 || difference[k] != value(k) - 0.5 || product[k] != value(k) * 0.5);
        WRONG(0, quotient[k] != value(k) / 0.5 || negative[k] != -value(k));
        WRONG(0, (v * 4.0)[k] != value(k) * 4.0 || (0.25 * v)[k] != value(k) * 0.25);
    }
    sum = v; sum += w; sum *= 2.0; sum -= v; ++sum; sum--;
    EACH(v) WRONG(0, sum[k] != value(k) + 1.0);

    coopvecNV<int, 6> i = coopvecNV<int, 6>(v), j = coopvecNV<int, 6>(3);
    coopvecNV<uint, 6> u = coopvecNV<uint, 6>(i);
    coopvecNV<int, 6> shifted = i >> j, bits = (i & j) | (~i ^ j), scaled = i * 5, ratio = i / j, rest = abs(i[0]) > 3 ? i : -i;
    rest = max(rest, -rest) % j;
    EACH(i) {
        int n = int(value(k));
        WRONG(1, i[k] != n || u[k] != uint(n) || shifted[k] != n >> 3 || bits[k] != ((n & 3) | (~n ^ 3)));
        WRONG(1, scaled[k] != n * 5 || ratio[k] != n / 3 || rest[k] != abs(n) % 3);
        WRONG(1, (u >> coopvecNV<uint, 6>(2))[k] != uint(n) >> 2 || (u << coopvecNV<uint, 6>(2))[k] != uint(n) << 2);
        WRONG(1, min(i, j)[k] != min(n, 3) || max(u, coopvecNV<uint, 6>(9))[k] != max(uint(n), 9u));
        WRONG(1, clamp(i, -j, j)[k] != clamp(n, -3, 3) || (u / coopvecNV<uint, 6>(7))[k] != uint(n) / 7u);
    }
    coopvecNV<int8_t, 6> bytes = coopvecNV<int8_t, 6>(i);
    coopvecNV<int64_t, 6> longs = coopvecNV<int64_t, 6>(bytes);
    coopvecNV<uint16_t, 6> shorts = coopvecNV<uint16_t, 6>(bytes);
    coopvecNV<float16_t, 6> halves = coopvecNV<float16_t, 6>(v);
    coopvecNV<double, 6> doubles = coopvecNV<double, 6>(halves);
    coopvecNV<float, 6> back = coopvecNV<float, 6>(longs), unsigneds = coopvecNV<float, 6>(u);
    EACH(v) {
        WRONG(2, bytes[k] != int8_t(value(k)) || longs[k] != int64_t(int8_t(value(k))) || back[k] != trunc(value(k)));
        WRONG(2, shorts[k] != uint16_t(int8_t(value(k))) || doubles[k] != double(value(k)));
        WRONG(2, unsigneds[k] != float(uint(int(value(k)))));
    }

    coopvecNV<float, 6> small = v * 0.0625, edge = coopvecNV<float, 6>(0.25), high = coopvecNV<float, 6>(2);
    coopvecNV<float, 6> limited = clamp(v, -high, high), stepped = step(edge, v), fused = fma(v, w, high);
    EACH(v) {
        float x = value(k) * 0.0625;
        WRONG(3, limited[k] != clamp(value(k), -2.0, 2.0) || stepped[k] != step(0.25, value(k)));
        WRONG(3, fused[k] != value(k) * 0.5 + 2.0 || min(v, w)[k] != min(value(k), 0.5));
        WRONG(3, !close(exp(small)[k], exp(x)) || !close(tanh(small)[k], tanh(x)) || !close(atan(small)[k], atan(x)));
        WRONG(3, !close(log(exp(small))[k], x));
    }

    // Components, loads and stores.
    coopvecNV<uint, 6> loaded, again;
    coopVecLoadNV(loaded, numbers, 16u * t);
    EACH(loaded) WRONG(4, loaded[k] != 4u * t + uint(k));
    loaded[t % 6u] += 1000u;
    coopVecStoreNV(loaded, words, 48u * t);
    coopVecLoadNV(again, words, 48u * t);
    EACH(again) WRONG(4, again[k] != 4u * t + uint(k) + (uint(k) == t % 6u ? 1000u : 0u));
    coopvecNV<float16_t, 9> odd = coopvecNV<float16_t, 9>(vec4(1, 2, 3, 4), mat2(5, 6, 7, 8), t);
    coopVecStoreNV(odd, scratch, 32u * t);
    coopvecNV<float16_t, 9> copy;
    coopVecLoadNV(copy, scratch, 32u * t);
    EACH(odd) WRONG(4, copy[k] != (k < 8 ? float16_t(k + 1) : float16_t(t)));
    coopvecNV<uint, 4> joined = coopvecNV<uint, 4>(coopvecNV<uint, 2>(t), coopvecNV<float, 1>(2.5), 7);
    WRONG(4, joined[0] != t || joined[1] != t || joined[2] != 2u || joined[3] != 7u || joined.length() != 4);

    // Functions, structs, arrays, globals.
    Layer layers[2];
    layers[0] = Layer(v, 1u);
    layers[1].weights = w;
    layers[t % 2u].weights[t % 6u] = 100.0;
    coopvecNV<float, 6> picked = layers[t % 2u].weights, total = w;
    WRONG(5, picked[t % 6u] != 100.0 || (t % 2u == 1u && picked[(t + 1u) % 6u] != 0.5));
    float first;
    coopvecNV<float, 6> result = relu(v, total, first);
    EACH(v) {
        float x = max(value(k), 0.0);
        WRONG(5, total[k] != 0.5 + x || result[k] != (first > 1.0 ? x : x * 2.0));
    }
    WRONG(5, first != max(value(0), 0.0) || global[t % 3u] != 5 || table[t % 4u] != float(t % 4u + 1u));
    global[1] = int(t);
    global = global * 2;
    WRONG(5, global[0] != 10 || global[1] != int(t) * 2);

    // A length that specialization determines.
    coopvecNV<float, COUNT> open = coopvecNV<float, COUNT>(t), more;
    EACH(open) open[k] += float(k);
    more = open * open + coopvecNV<float, COUNT>(1);
    EACH(more) WRONG(6, more[k] != float((t + uint(k)) * (t + uint(k)) + 1u));
    open[2] = 77.0;
    WRONG(6, open.length() != COUNT || open[2] != 77.0 || open[t % 2u] != float(t + t % 2u));
    coopvecNV<int, COUNT> opened = coopvecNV<int, COUNT>(open);
    EACH(opened) WRONG(6, opened[k] != (k == 2 ? 77 : int(t) + k));
    if (t > 16u) open = -open;
    for (int n = 0; n < 3; ++n) open = open + open;
    WRONG(6, open[1] != (t > 16u ? -8.0 : 8.0) * float(t + 1u));
}
