#version 460
#extension GL_NV_gpu_shader5 : require
// The types of NV_gpu_shader5 and their conversions: to at least 32 bits.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { int8_t b; u16vec4 s; int64_t l; f16vec2 h; float16_t h1; uint64_t ul; };
int pick(int x) { return 1; }
int pick(int64_t x) { return 2; }
int pick(double x) { return 3; }
void main() {
    int i = b;
    uint u = s.x;
    uint mixed = b + s.y;
    float f = h.x;
    l = b;
    l = i;
    ul = l;
    int chosen = pick(b);
    i8vec3 v = i8vec3(1, 2, 3);
    ivec3 w = v + ivec3(1);
    double d = l;
    h1 = float16_t(f);
    int32_t same = i;
    l <<= 3;
    l = 0x123456789L * l;
}
