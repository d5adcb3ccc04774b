#version 450
#extension GL_EXT_integer_dot_product : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 32) in;
struct Block { uint scale_bias; uint8_t nibbles[16]; int8_t sums[4]; };
layout(binding = 0, std430) readonly buffer W { Block w[]; };
layout(binding = 1, std430) readonly buffer X { uvec4 x[]; };
layout(binding = 2, std430) writeonly buffer Y { float y[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    vec2 sb = unpackHalf2x16(w[i].scale_bias);
    int total = 0;
    for (int n = 0; n < 4; ++n) {
        u8vec4 packed = u8vec4(w[i].nibbles[4 * n], w[i].nibbles[4 * n + 1], w[i].nibbles[4 * n + 2], w[i].nibbles[4 * n + 3]);
        i8vec4 low = i8vec4(packed & uint8_t(15)) - int8_t(8);
        i8vec4 v = unpack8(int(x[i][n]));
        total += dotEXT(low, v);
        total = dotAccSatEXT(low, v, total);
        total += dotPacked4x8EXT(int(x[i].x), int(x[i].y));
        total += int(w[i].sums[n]);
    }
    y[i] = float(total) * sb.x + sb.y;
}
