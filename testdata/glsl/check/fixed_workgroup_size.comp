#version 460
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_x = 8) in;
layout(local_size_y = 4) in;
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer B { uvec3 size; };
const uint total = gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z;
shared int one_each[total];
void main() { size = gl_LocalGroupSizeARB + gl_WorkGroupSize + total; }
