#version 450
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_fp16_vector : require
// Two halves are atomics on a word, four on two words; other accesses see the image's own format.
layout(local_size_x = 1) in;
layout(binding = 0, rg16f) uniform image2D pairs;
layout(binding = 1, rgba16f) uniform image2D fours;
layout(std430, binding = 0) buffer B { f16vec2 a; f16vec4 b; vec4 c; };
void main() {
    a = imageAtomicAdd(pairs, ivec2(0), a) + imageAtomicExchange(pairs, ivec2(1), a);
    b = imageAtomicMin(fours, ivec2(0), b) + imageAtomicMax(fours, ivec2(0), b);
    c = imageLoad(pairs, ivec2(0)) + imageLoad(fours, ivec2(0));
}
