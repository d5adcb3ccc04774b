#version 460
#extension GL_NV_shader_thread_shuffle : warn
#extension GL_ARB_compute_variable_group_size : warn
#extension GL_EXT_shader_explicit_arithmetic_types : warn
#extension GL_EXT_buffer_reference : warn
#extension GL_EXT_control_flow_attributes : warn
#extension GL_KHR_shader_subgroup_basic : warn
#extension GL_KHR_shader_subgroup_basic : enable
// Version 4.60 has it without the extension.
#extension GL_ARB_shader_group_vote : warn
layout(local_size_variable) in;
layout(buffer_reference, std430) buffer Cell { uint value; };
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
    data[0] = shuffleNV(data[1], 0u, 32u);
    data[1] = float(gl_LocalGroupSizeARB.x);
    float16_t small = 1.0hf;
    [[unroll]] for (int i = 0; i < 2; i++) data[2] += float(small);
    if (anyInvocation(gl_SubgroupSize == 32u)) data[3] = 1.0;
}
