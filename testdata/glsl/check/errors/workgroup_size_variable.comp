#version 460
#extension GL_ARB_compute_variable_group_size : require
// gl_WorkGroupSize needs a fixed size, declared before its use.
layout(local_size_variable) in;
shared int one_each[gl_WorkGroupSize.x];
void main() { uint n = gl_WorkGroupSize.y; }
