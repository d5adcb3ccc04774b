#version 460
#extension GL_NV_shader_thread_group : require
#extension GL_NV_shader_thread_shuffle : require
// The sum of each warp by a butterfly: after step n, every lane has the sum of 2^n lanes.
layout(local_size_x = 32) in;

layout(std430, binding = 0) readonly buffer Input { float values[]; };
layout(std430, binding = 1) writeonly buffer Output { float sums[]; };

void main() {
    float sum = values[gl_GlobalInvocationID.x];
    for (uint mask = 16u; mask != 0u; mask >>= 1)
        sum += shuffleXorNV(sum, mask, 32u);
    if (gl_ThreadInWarpNV == 0u)
        sums[gl_WorkGroupID.x] = sum;
}
