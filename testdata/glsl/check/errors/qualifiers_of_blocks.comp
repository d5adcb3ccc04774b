#version 460
layout(local_size_x = 1) in;
layout(binding = 3) uniform;
layout(std430, set = 1) buffer;
layout(std430, row_major) buffer;
layout(binding = 0) buffer Empty { } empty;
layout(binding = 1) buffer Mixed { highp lowp float mixed; };
highp mediump int twice;
void main() { }
