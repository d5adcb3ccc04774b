#version 450
#extension GL_EXT_shader_image_int64 : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(binding = 0, r64ui) uniform u64image2D page;
void main() { imageAtomicAdd(page, ivec2(0), 1ul); }
