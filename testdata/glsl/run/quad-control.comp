#version 460
// run: --dispatch 1 --storage 0=zeros:128 --dump 0=u32
#extension GL_EXT_shader_quad_control : require
#extension GL_KHR_shader_subgroup_vote : require
// Votes of quads, also where some of their invocations are inactive.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint a[32]; };
void main() {
    uint lane = gl_LocalInvocationIndex;
    uint votes = uint(subgroupQuadAny(lane == 6u)) + 2u * uint(subgroupQuadAll(lane < 10u));
    if (lane % 4u != 3u) votes += 4u * uint(subgroupQuadAll(lane != 15u)) + 8u * uint(subgroupQuadAny(lane == 19u));
    a[lane] = votes;
}
