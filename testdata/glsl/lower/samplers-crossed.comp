#version 460
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer To { float to[]; };
layout(set = 1, binding = 0) uniform texture2D colours;
layout(set = 1, binding = 1) uniform sampler plain;
layout(set = 1, binding = 2) uniform samplerShadow comparing;
// A sampler that compares makes a texture that does not, and the other way round (GL_KHR_vulkan_glsl, 5.4).
void main() {
    to[0] = textureLod(sampler2D(colours, comparing), vec2(0.5), 0.0).x;
    to[1] = textureLod(sampler2DShadow(colours, plain), vec3(0.5), 0.0);
    to[2] = textureLod(sampler2D(colours, plain), vec2(0.5), 0.0).x;
    to[3] = textureLod(sampler2DShadow(colours, comparing), vec3(0.5), 0.0);
}
