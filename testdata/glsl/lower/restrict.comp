#version 450
// `restrict` of images and blocks reaches their globals. Blocks at one binding alias unless they are restrict.
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform restrict readonly uimage2D source;
layout(r32ui, set = 1, binding = 2) uniform restrict uimage2D target;
layout(r32ui, binding = 1) uniform uimage2D plain;
layout(std430, binding = 3) restrict buffer First { uint first[]; };
layout(std430, binding = 3) buffer Second { uint second[]; };
void main() {
    uint texel = imageLoad(source, ivec2(0)).x + imageLoad(plain, ivec2(0)).x;
    imageStore(target, ivec2(0), uvec4(texel));
    first[0] = second[1];
}
