#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { f16vec4 pixels[]; };
layout(set = 0, binding = 1, std430) readonly buffer Weights { float16_t scale; i8vec4 taps[9]; u16vec2 size; };
layout(set = 0, binding = 2, std430) writeonly buffer Output { u8vec4 result[]; };
layout(set = 0, binding = 3, std140) uniform Limits { float16_t low, high; int8_t zero_point; };

f16vec4 tap(i16vec2 p) {
    p = clamp(p, i16vec2(0), i16vec2(size) - int16_t(1));
    return pixels[int(p.y) * int(size.x) + p.x];
}
void main() {
    i16vec2 p = i16vec2(gl_GlobalInvocationID.xy);
    f16vec4 sum = f16vec4(0.0hf);
    for (int16_t y = -1s; y <= 1s; y++)
        for (int16_t x = int16_t(-1); x <= 1s; x += 1s) {
            i8vec4 w = taps[(y + 1s) * 3s + x + 1s];
            sum = fma(tap(p + i16vec2(x, y)), f16vec4(w), sum);
        }
    sum = clamp(sum * scale, low, high);
    int8_t z = zero_point;
    u8vec4 q = u8vec4(ivec4(round(sum)) + int(z));
    q.w |= uint8_t(0x80);
    float f = sum.x + 1.0;
    result[uint(p.x) + uint(p.y) * uint(size.x)] = u8vec4(q.xyz, uint8_t(f));
}
