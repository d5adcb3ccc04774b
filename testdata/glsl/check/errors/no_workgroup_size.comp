#version 460
void main() { uvec3 s = gl_WorkGroupSize; }
