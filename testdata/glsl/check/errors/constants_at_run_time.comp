#version 460
#extension GL_ARB_shader_clock : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_EXT_expect_assume : require
layout(local_size_x = 1) in;
// A constant at global scope cannot be the result of a function that depends on more than its arguments. A local one can be.
layout(constant_id = 0) const float x = 2.0;
const uvec2 clock = clock2x32ARB();
const bool elected = subgroupElect();
const uvec4 ballot = subgroupBallot(true);
const float sine = sin(x);
const int expected = expectEXT(1, 2);
void main() {
    const uvec2 local_clock = clock2x32ARB();
    const bool local_elected = subgroupElect();
}
