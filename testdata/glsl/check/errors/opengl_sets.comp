#version 460
// options: --flavour=opengl
layout(local_size_x = 1) in;
layout(set = 1, binding = 0) buffer B { int b; };
layout(push_constant) uniform P { int p; };
layout(std430) readonly buffer;
void main() { }
