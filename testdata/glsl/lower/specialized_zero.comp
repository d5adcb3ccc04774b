#version 460
layout(local_size_x = 1) in;
layout(constant_id = 0) const uint N = 0;
// Lengths that are 0 by default are operations on specialization constants, of 32 bits.
layout(std430, binding = 0) buffer To { int to[N + 1]; int after; } target;
shared float s[N + 0];
void main() {
    int list[N / 32];
    list[0] = target.after;
    int wide[uint(N) * 2u];
    for (uint i = 0; i < N / 32; ++i) target.to[i] = list[i] + wide[i];
    s[0] = 1.0;
}
