#version 460
#extension GL_ARB_bindless_texture : require
// Bindless handles are values; bound resources have no handle.
layout(local_size_x = 4) in;
layout(binding = 0) uniform sampler2D s[2];
layout(binding = 0, r32f) uniform image2D i;
layout(bindless_sampler) uniform sampler2D h[2];
layout(binding = 1) buffer O { float o[]; };
void main() {
    o[0] = textureLod(o[1] > 0. ? h[0] : h[1], vec2(0), 0.).x;
    sampler2D good = h[0];
    o[0] = textureLod(o[1] > 0. ? s[0] : s[1], vec2(0), 0.).x;
    sampler2D bad = s[0];
    uvec2 bits = uvec2(i);
    s[1], h[1];
}
