#version 460
layout(local_size_variable) in;
void main() { uvec3 s = gl_LocalGroupSizeARB; }
