#version 460
#extension GL_EXT_integer_dot_product : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Dot products of bytes, packed and in vectors, and of wider integers; accumulators saturate at both ends.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Out { int o[]; };
int at;
void put(int x) { o[at++] = x; }
void main() {
    uint i = gl_LocalInvocationIndex;
    at = int(i) * 20;
    uint x = i * 0x9e3779b9u + 0x7f80ff01u, y = i * 0x85ebca6bu + 0x80807fffu;
    // Near the ends of the range, and at 0.
    int near = int(0x7fff0000u + (i & 1u) * 0x00020000u);
    put(dotPacked4x8EXT(int(x), int(y)));
    put(int(dotPacked4x8EXT(x, y)));
    put(dotPacked4x8EXT(int(x), y));
    put(dotPacked4x8EXT(x, int(y)));
    put(dotPacked4x8AccSatEXT(int(x), int(y), near));
    put(int(dotPacked4x8AccSatEXT(x, y, 0xffff8000u)));
    put(dotPacked4x8AccSatEXT(int(x), y, near));
    put(dotPacked4x8AccSatEXT(x, int(y), near));
    put(dotPacked4x8AccSatEXT(int(x), int(y), 0));
    i8vec4 a = unpack8(int(x)), b = unpack8(int(y));
    u8vec4 c = unpack8(x), d = unpack8(y);
    put(dotEXT(a, b));
    put(int(dotEXT(c + uint8_t(3), d)));
    put(dotEXT(a - int8_t(7), d));
    put(dotEXT(a.xyz, b.zyx));
    put(dotEXT(c.xy, b.zw));
    put(dotEXT(unpack16(int(x)), unpack16(int(y))));
    put(dotAccSatEXT(a, b, near));
    put(int(dotAccSatEXT(c, d, 0xffff8000u)));
    put(dotEXT(ivec2(x, y), ivec2(y, 3)));
    int64_t wide = dotEXT(i64vec2(int(x), int(y)), u64vec2(y, x));
    put(int(wide));
    put(int(wide >> 32));
}
