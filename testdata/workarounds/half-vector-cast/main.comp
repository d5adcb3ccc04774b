#version 460
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_fp16_vector : require
// Four halves, three of them constant, that are exchanged as one integer.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { f16vec4 results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    atomicExchange(results[i], f16vec4(float16_t(numbers[i] & 7), 1.0hf, 2.0hf, 3.0hf));
}
