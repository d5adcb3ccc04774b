#version 460
// Formats that atomics support, and ranges of constant texture arguments.
layout(local_size_x = 1) in;
layout(rgba8) uniform image2D rgba8_image;
layout(r16ui) uniform uimage2D r16ui_image;
layout(r32ui) uniform uimage2D r32ui_image;
layout(r32f) uniform image2D r32f_image;
layout(rg32i) uniform iimageBuffer rg32i_images[2];
uniform sampler2D s;
uniform isampler2DArray a;
uniform samplerCube cube;
const ivec2 far[4] = { { 0, 0 }, { 31, -32 }, { 1, 1 }, { 2, 32 } };
void main() {
    imageAtomicExchange(rgba8_image, ivec2(0), 1.0);
    imageAtomicAdd(r16ui_image, ivec2(0), 1u);
    imageAtomicAdd(r32ui_image, ivec2(0), 1u);
    imageAtomicExchange(r32f_image, ivec2(0), 1.0);
    imageAtomicCompSwap(rg32i_images[1], 0, 1, 2);
    textureGather(s, vec2(0), 4);
    textureGather(a, vec3(0), -1);
    textureGather(a, vec3(0), 3);
    textureLodOffset(s, vec2(0), 0.0, ivec2(100));
    textureLodOffset(s, vec2(0), 0.0, ivec2(7, -8));
    texelFetchOffset(a, ivec3(0), 0, ivec2(0, -9));
    textureGatherOffset(s, vec2(0), ivec2(-32, 31));
    textureGatherOffset(s, vec2(0), ivec2(-33, 31), 0);
    textureGatherOffsets(s, vec2(0), far);
    // No extension adds an overload that matches.
    imageAtomicAdd(r32f_image, ivec2(0), 1u);
    texelFetch(cube, ivec3(0), 0);
    imageAtomicAdd(r32f_image, ivec2(0), 1.0);
}
