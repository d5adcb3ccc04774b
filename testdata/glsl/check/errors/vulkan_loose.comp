#version 460
// options: --flavour=vulkan
layout(local_size_x = 1) in;
uniform float loose;
void main() { }
