#version 450
#extension GL_GOOGLE_include_directive : enable
#include "complex.glsl"
layout(local_size_x = N / 8) in;
layout(std430, binding = 0) buffer Data { complex data[]; };
layout(push_constant) uniform P { int direction; float norm; };
shared complex line[N];

void radix2(inout complex a, inout complex b) { complex t = a; a = t + b; b = t - b; }
void radix8(inout complex v[8], float dir) {
    for (int i = 0; i < 4; ++i) radix2(v[i], v[i + 4]);
    v[5] = mul(v[5], expi(dir * PI * 0.25));
    v[6] = dir > 0.0 ? i_times(v[6]) : minus_i_times(v[6]);
    v[7] = mul(v[7], expi(dir * PI * 0.75));
    for (int h = 0; h <= 4; h += 4) {
        radix2(v[h], v[h + 2]);
        radix2(v[h + 1], v[h + 3]);
        v[h + 3] = dir > 0.0 ? i_times(v[h + 3]) : minus_i_times(v[h + 3]);
        radix2(v[h], v[h + 1]);
        radix2(v[h + 2], v[h + 3]);
    }
}
void main() {
    int j = int(gl_LocalInvocationID.x);
    int base = int(gl_WorkGroupID.x) * N;
    float dir = float(sign(direction));
    complex v[8];
    for (int i = 0; i < 8; ++i) v[i] = data[base + j + i * (N / 8)];
    for (int n = 1; n < N; n *= 8) {
        float angle = dir * TAU * float(j % n) / float(n * 8);
        for (int i = 1; i < 8; ++i) v[i] = mul(v[i], expi(float(i) * angle));
        radix8(v, dir);
        barrier();
        int to = (j / n) * n * 8 + j % n;
        const int reversed[8] = int[8](0, 4, 2, 6, 1, 5, 3, 7);
        for (int i = 0; i < 8; ++i) line[to + i * n] = v[reversed[i]];
        barrier();
        for (int i = 0; i < 8; ++i) v[i] = line[j + i * (N / 8)];
    }
    for (int i = 0; i < 8; ++i) data[base + j + i * (N / 8)] = v[i] * norm;
}
