#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
// GL_EXT_shader_explicit_arithmetic_types: conversions between all widths; promotions rank before conversions.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { int8_t a; uint8_t b; int16_t c; uint16_t d; float16_t h; f16vec3 hv; i64vec2 l; };
int pick(int x) { return 1; }
int pick(int16_t x) { return 2; }
float half_sum(f16vec3 x) { return x.x + x.y; }
void main() {
    int16_t s = a;
    uint16_t t = b + c;
    s = b;
    int chosen = pick(a);
    h = s;
    f16mat3 m = f16mat3(h);
    hv = m * hv + float16_t(1.0);
    float sum = half_sum(hv);
    l = i64vec2(a, b) * int64_t(3);
    a = int8_t(1) << 2;
    h = 1.0hf + h;
    u8vec4 bytes = u8vec4(1us);
    d = 5us;
}
