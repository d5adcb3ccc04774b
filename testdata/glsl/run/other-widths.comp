#version 450
// run: --dispatch 1 --storage 0=i64:0,12,-8,4294967296,0,0,0,0,0,0,0,0 --dump 0=i64
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_NV_explicit_typecast : require
// `findLSB` of every width, `frexp` of halves, components of packed integers, casts.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int64_t a[12]; };
void main() {
    a[4] = findLSB(a[0]) * 1000000l + findLSB(a[1]) * 10000l + findLSB(uint64_t(a[2])) * 100l + findLSB(a[3]);
    i16vec2 halves = findLSB(i16vec2(int16_t(a[1]), int16_t(a[3])));
    a[5] = halves.x * 100 + halves.y;
    u8vec3 bytes = u8vec3(uint8_t(a[1]), uint8_t(a[2]), uint8_t(0));
    i8vec3 lowest = findLSB(bytes);
    a[6] = lowest.x * 10000 + lowest.y * 100 + lowest.z;
    int16_t exponent;
    float16_t significand = frexp(float16_t(a[1]), exponent);
    a[7] = int(significand * 100.0hf) * 100 + exponent;
    a[8] = unpack16(a[2]).x * 10 + unpack16(int64_t(uint(a[1]))).x;
    a[9] = (int)(-2.5) + (int)(uint)a[1];
    a[10] = int64_t(((vec2)3).y) + (int)(bool)a[1];
}
