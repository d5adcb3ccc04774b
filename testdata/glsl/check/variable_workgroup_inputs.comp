#version 460
#extension GL_ARB_compute_variable_group_size : require
// All inputs that depend on the workgroup size.
#if GL_ARB_compute_variable_group_size != 1
#error the macro is 1
#endif
layout(local_size_variable) in;
layout(local_size_variable) in;
layout(std430, binding = 0) buffer B { uvec3 size, group, groups, local, global; uint index; };
void main() {
    size = gl_LocalGroupSizeARB;
    group = gl_WorkGroupID;
    groups = gl_NumWorkGroups;
    local = gl_LocalInvocationID;
    global = gl_GlobalInvocationID;
    index = gl_LocalInvocationIndex + gl_LocalGroupSizeARB.x * gl_LocalGroupSizeARB.y * gl_LocalGroupSizeARB.z;
}
