#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 4294967295) buffer B { int n; };
void main() { n = 1; }
