#version 460
#extension GL_EXT_maximal_reconvergence : require
#extension GL_EXT_subgroup_uniform_control_flow : require
#extension GL_KHR_shader_subgroup_ballot : require
// Promises about control flow reach the module.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer R { uvec4 r[]; };
void main() [[maximally_reconverges, subgroup_uniform_control_flow, maximally_reconverges]] {
    if (gl_LocalInvocationIndex < 7u) r[0] = subgroupBallot(true);
    r[1 + gl_LocalInvocationIndex] = subgroupBallot(true);
}
