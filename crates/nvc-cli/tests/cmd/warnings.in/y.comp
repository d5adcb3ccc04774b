#version 460
#extension GL_EXT_ray_tracing : enable
layout(local_size_x = 1) in;
void main() {}
