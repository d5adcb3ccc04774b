#version 460
// options: --flavour=vulkan
layout(local_size_x = 1) in;
uniform float loose;
layout(binding = 0) uniform atomic_uint counter;
void main() { }
