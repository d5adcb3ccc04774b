#version 460
#extension GL_ARB_gpu_shader_int64 : require
// A sign-extended word, shifted left by 31.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int64_t results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    results[i] = int64_t(numbers[i]) << 31;
}
