#version 460
#extension GL_ARB_gpu_shader_int64 : require
// A three-way comparison beside a 64-bit quotient.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    int x = numbers[i], y = numbers[31 - i];
    uint64_t quotient = uint64_t(x) / uint64_t(y | 1);
    results[i] = (int(x > y) - int(x < y)) * (int(quotient) | 1);
}
