#version 450
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_fp16_vector : require
// Atomics on texels of two and four halves, one invocation to a texel and all on one, with what was there.
layout(local_size_x = 16) in;
layout(binding = 0, rg16f) uniform image2D pairs;
layout(binding = 1, rgba16f) uniform image2D sums;
layout(binding = 2, rgba16f) uniform image2D least;
layout(binding = 3, rgba16f) uniform image2D greatest;
layout(binding = 4, rgba16f) uniform image2D exchanged;
layout(binding = 5, rgba16f) uniform image2D total;
layout(std430, binding = 0) buffer Old { vec4 old[]; };
void main() {
    int i = int(gl_LocalInvocationIndex);
    ivec2 at = ivec2(i, 0);
    f16vec4 four = f16vec4(i, 2, -i, 0.5);
    old[5 * i] = vec4(vec2(imageAtomicAdd(pairs, at, f16vec2(i, 2))), 0, 0);
    old[5 * i + 1] = vec4(imageAtomicAdd(sums, at, four));
    old[5 * i + 2] = vec4(imageAtomicMin(least, at, four));
    old[5 * i + 3] = vec4(imageAtomicMax(greatest, at, four));
    old[5 * i + 4] = vec4(imageAtomicExchange(exchanged, at, four));
    imageAtomicAdd(total, ivec2(3, 0), f16vec4(1, -0.5, 2, i));
}
