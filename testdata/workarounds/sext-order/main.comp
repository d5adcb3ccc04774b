#version 460
#extension GL_ARB_gpu_shader_int64 : require
// A sign-extended word compared with a constant that a driver finds by unrolling.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    int64_t limit = 1l;
    for (int k = 0; k < 3; k++) {
        limit += 2l;
    }
    int64_t wide = int64_t(numbers[i]);
    results[i] = wide < limit ? 1 : 2;
}
