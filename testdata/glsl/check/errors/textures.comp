#version 460
layout(local_size_x = 1) in;
uniform sampler2D color;
uniform samplerCube cube;
uniform sampler2DShadow depth;
uniform isamplerBuffer table;
uniform sampler2DMS samples;
layout(r32f) uniform image2D picture;
layout(rgba32i) uniform iimage3D volume;
void main() {
    ivec2 offset = ivec2(1);
    int component = 1;
    textureLod(color, vec3(0), 0.0);
    textureLod(color, vec2(0));
    texelFetch(cube, ivec3(0), 0);
    texelFetch(color, vec2(0), 0);
    texelFetch(table, 0, 0);
    texelFetch(samples, ivec2(0));
    textureLod(depth, vec2(0), 0.0);
    textureLodOffset(color, vec2(0), 0.0, offset);
    textureGather(color, vec2(0), component);
    textureGather(depth, vec2(0));
    textureSize(color);
    textureSize(samples, 0);
    vec4 v = textureLod(table, 0.0, 0.0);
    vec3 r = textureLod(color, vec2(0), 0.0);
    imageLoad(picture, 0);
    imageLoad(color, ivec2(0));
    imageStore(picture, ivec2(0), 1.0);
    imageStore(volume, ivec3(0), vec4(0));
    imageAtomicAdd(picture, ivec2(0), 1u);
    textureLod(picture, vec2(0), 0.0);
    sampler2D copy = color;
    color = color;
}
