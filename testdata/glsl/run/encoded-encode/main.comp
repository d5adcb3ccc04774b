#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Conversions to bfloat16 and 8-bit floats, rounded to nearest even, with and without saturation. NaNs are 0xffff.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
layout(std430, binding = 1) readonly buffer In { float i[]; };
uint code(bfloat16_t x) { return isnan(float(x)) ? 0xffffu : uint(bfloat16BitsToUintEXT(x)); }
uint code(floate4m3_t x) { return isnan(float(x)) ? 0xffffu : uint(floate4m3BitsToUintEXT(x)); }
uint code(floate5m2_t x) { return isnan(float(x)) ? 0xffffu : uint(floate5m2BitsToUintEXT(x)); }
void main() {
    uint n = gl_GlobalInvocationID.x, at = n * 12u;
    float x = i[n];
    int whole = isnan(x) ? 0 : int(clamp(x, -70000.0, 70000.0));
    float16_t half_ = float16_t(isnan(x) ? x : clamp(x, -60000.0, 60000.0));
    bfloat16_t short_ = bfloat16_t(x);
    floate4m3_t e4m3;
    floate5m2_t e5m2;
    o[at] = code(short_);
    o[at + 1u] = code(floate4m3_t(x));
    o[at + 2u] = code(floate5m2_t(x));
    saturatedConvertEXT(e4m3, x);
    saturatedConvertEXT(e5m2, x);
    o[at + 3u] = code(e4m3);
    o[at + 4u] = code(e5m2);
    o[at + 5u] = code(bfloat16_t(whole));
    o[at + 6u] = code(floate4m3_t(whole));
    o[at + 7u] = code(floate5m2_t(whole));
    saturatedConvertEXT(e4m3, short_);
    o[at + 8u] = code(e4m3);
    o[at + 9u] = code(floate4m3_t(half_));
    o[at + 10u] = code(bfloat16_t(half_));
    o[at + 11u] = uint(whole);
}
