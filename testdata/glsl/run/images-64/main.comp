#version 450
#extension GL_EXT_shader_image_int64 : require
#extension GL_ARB_gpu_shader_int64 : require
// Texels of 64 bits: loads, stores, atomics with and without signs.
layout(local_size_x = 8) in;
layout(binding = 0, r64ui) uniform u64image2D sums;
layout(binding = 1, r64i) uniform i64image2D least;
layout(binding = 2, r64ui) uniform u64image2D swapped;
layout(binding = 3, r64i) uniform i64image1D stored;
layout(std430, binding = 0) buffer Old { uint64_t old[]; };
void main() {
    int i = int(gl_LocalInvocationIndex);
    ivec2 at = ivec2(i, 0);
    old[4 * i] = imageAtomicAdd(sums, at, 0xfffffffful);
    old[4 * i + 1] = uint64_t(imageAtomicMin(least, at, int64_t(-3)));
    old[4 * i + 2] = imageAtomicCompSwap(swapped, at, 5ul, 0x123456789abcdeful);
    old[4 * i + 3] = imageLoad(swapped, at).x + imageLoad(swapped, at).w;
    imageStore(stored, i, i64vec4(int64_t(i) - 4l, 7l, 8l, 9l));
}
