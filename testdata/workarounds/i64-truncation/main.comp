#version 460
#extension GL_ARB_gpu_shader_int64 : require
// The lowest bit of a truncated number, multiplied beside a double.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    int64_t wide = int64_t(numbers[i]) * int64_t(numbers[31 - i]);
    double number = double(numbers[i]);
    results[i] = (int(wide) & 1) * numbers[i] + int(number * 0.5);
}
