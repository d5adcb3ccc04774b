#version 400
// ARB_compute_variable_group_size requires OpenGL 4.3 or ARB_compute_shader.
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_variable) in;
void main() { uint x = gl_LocalGroupSizeARB.x; }
