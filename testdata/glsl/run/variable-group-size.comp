#version 460
// run: --dispatch 2,1,1 --group 3,2,2 --storage 0=zeros:864 --dump 0=u32
#extension GL_ARB_compute_variable_group_size : require
// The size that the API gives, and what follows from it.
layout(local_size_variable) in;
layout(std430, binding = 0) buffer To { uint to[]; };
void main() {
    uvec3 size = gl_LocalGroupSizeARB;
    uint index = gl_LocalInvocationIndex;
    uvec3 local = gl_LocalInvocationID;
    uint computed = local.z * (size.x * size.y) + local.y * size.x + local.x;
    uint at = 9u * (index + gl_WorkGroupID.x * size.x * size.y * size.z);
    to[at] = size.x;
    to[at + 1u] = size.y;
    to[at + 2u] = size.z;
    to[at + 3u] = index;
    to[at + 4u] = computed;
    to[at + 5u] = gl_GlobalInvocationID.x;
    to[at + 6u] = gl_WorkGroupID.x * size.x + local.x;
    to[at + 7u] = gl_NumWorkGroups.x;
    to[at + 8u] = gl_GlobalInvocationID.y;
}
