#version 460
uint early() { return gl_WorkGroupSize.x; }
layout(local_size_x = 8) in;
void main() { uint n = gl_WorkGroupSize.x; }
