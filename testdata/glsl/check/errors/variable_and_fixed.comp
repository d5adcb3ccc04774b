#version 460
#extension GL_ARB_compute_variable_group_size : require
// "If a compute shader including a local_size_variable qualifier also declares a fixed local group size,
// a compile-time error results", in either order.
layout(local_size_variable) in;
layout(local_size_y = 8) in;
void main() { }
