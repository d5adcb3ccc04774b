#version 460
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_variable) in;
layout(std430, binding = 0) buffer B { uvec3 size; };
void main() { size = gl_LocalGroupSizeARB; }
