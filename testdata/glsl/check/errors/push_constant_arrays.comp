#version 460
layout(local_size_x = 1) in;
layout(push_constant) uniform Each { int each; } many[2];
layout(push_constant) uniform Open { int open; } any[];
void main() {}
