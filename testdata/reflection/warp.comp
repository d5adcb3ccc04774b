#version 450
#extension GL_NV_shader_thread_group : require
#extension GL_NV_shader_thread_shuffle : require
#extension GL_ARB_bindless_texture : require
// Warps of 32 and loose uniforms.
layout(local_size_x = 256) in;
layout(location = 2) uniform float scale;
uniform uvec3 seeds[4];
layout(bindless_sampler) uniform sampler2D colours;
layout(binding = 1, rgba8) uniform writeonly image2D target;
layout(std430, binding = 0) buffer Out { float sums[]; };

void main() {
    float sum = scale * float(seeds[1].y);
    for (uint mask = 16u; mask != 0u; mask >>= 1) sum += shuffleXorNV(sum, mask, 32u);
    if (gl_ThreadInWarpNV == 0u) sums[gl_WorkGroupID.x] = sum;
    imageStore(target, ivec2(gl_LocalInvocationID.xy), texture(colours, vec2(sum)));
}
