#version 460
#extension GL_ARB_gpu_shader_int64 : require
// A constant added to one of two 64-bit quotients.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { uint64_t results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    uint64_t x = uint64_t(numbers[i]), y = uint64_t(numbers[31 - i]);
    uint64_t divisor = (x & 1023ul) | 1ul;
    results[2 * i] = y / divisor + 5ul;
    results[2 * i + 1] = x / ((y & 65535ul) | 1ul);
}
