#version 460
#extension all : warn
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[0] = subgroupAdd(data[gl_LocalInvocationIndex]); }
