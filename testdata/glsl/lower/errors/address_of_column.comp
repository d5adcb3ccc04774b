#version 450
#extension GL_NV_shader_buffer_load : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, row_major) buffer M { mat2 m; };
layout(std430, binding = 0) buffer B { vec2 to; M from; };
void main() { vec2 *column = &from.m[1]; to = *column; }
