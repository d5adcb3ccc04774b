#version 460
#extension GL_NV_shader_thread_shuffle : require
#extension GL_GOOGLE_include_directive : require
#include "rounds.glsl"
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
// Adds up the words of each group of 2^ROUNDS invocations.
void main() {
    uint sum = words[gl_GlobalInvocationID.x];
    for (uint round = 0u; round < ROUNDS; round++)
        sum += shuffleXorNV(sum, 1u << round, 32u);
    words[gl_GlobalInvocationID.x] = sum;
}
