#version 460
#extension GL_NV_gpu_shader5 : require
// The bits of a byte, counted in a module with a double.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[32]; };
layout(std430, binding = 2) buffer Bytes { uint8_t bytes[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    double number = double(numbers[i]) * 0.5;
    results[i] = bitCount(uint(bytes[i])) + (int(number) & 1);
}
