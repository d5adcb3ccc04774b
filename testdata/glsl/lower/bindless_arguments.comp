#version 460
#extension GL_ARB_bindless_texture : require
// A function is lowered for what it is given: bound textures and images, or handles, which are values.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D bound[2];
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(bindless_sampler) uniform sampler2D loose[2];
layout(binding = 0) buffer B { vec4 o; int i; sampler2D kept; uvec2 words; uint sum; };
vec4 sampled(sampler2D map) { return textureLod(map, vec2(0.5), 0.0); }
vec4 behind(sampler2D map) { return sampled((i++, map)); }
vec4 element(sampler2D maps[2], int n) { return sampled(maps[n]); }
sampler2D replaced(sampler2D map) {
    if (i > 0) map = kept;
    return map;
}
void change(inout sampler2D a, out sampler2D b) {
    b = a;
    a = sampler2D(words);
}
uint count(uimage2D image) { return imageAtomicAdd(image, ivec2(0), 1u); }
void main() {
    o = element(bound, i) + element(loose, i) + behind(bound[1]) + behind(kept);
    sampler2D a = replaced(loose[1]), b;
    change(a, b);
    o += sampled(a) + sampled(i > 3 ? a : b);
    sum = count(counts) + count(uimage2D(words));
    kept;
}
