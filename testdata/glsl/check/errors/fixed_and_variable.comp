#version 460
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_x = 8) in;
layout(local_size_variable) in;
void main() { }
