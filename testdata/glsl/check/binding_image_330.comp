#version 330
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_image_load_store : require
layout(local_size_x = 4) in;
layout(binding = 3, r32ui) uniform uimage2D picture;
layout(binding = 1) uniform sampler2D texels;
void main() { imageStore(picture, ivec2(0), uvec4(texture(texels, vec2(0.5)))); }
