#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer R { uint r[8]; };
// With more types, a conversion to `uint` is as good as one to `int64_t`: the other argument decides.
uint own(uint a, uint b) { return a; }
int64_t own(int64_t a, int64_t b) { return b; }
void main() {
    r[0] = max(r[1], 2);
    r[1] = min(3, r[2]);
    r[2] = clamp(r[3], 0, 7);
    r[3] = own(r[4], 5);
    r[4] = uint(sqrt(2));
    r[5] = uint(abs(float16_t(1)) + pow(2, 1.5));
}
