#version 450
#extension GL_NV_gpu_shader5 : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D s;
layout(std430, binding = 0) buffer B { vec4 v; ivec2 n; };
void main() { v = textureOffset(s, v.xy, n); }
