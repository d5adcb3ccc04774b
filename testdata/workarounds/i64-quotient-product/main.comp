#version 460
#extension GL_ARB_gpu_shader_int64 : require
// A 64-bit quotient of a product by a single bit.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { uint64_t results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    uint64_t x = uint64_t(numbers[i]), y = uint64_t(numbers[31 - i]);
    uint64_t quotient = x / ((y & 255ul) | 1ul);
    results[i] = (y * (1ul & (quotient >> 3))) / ((x & 63ul) | 1ul);
}
