#version 460
#extension GL_ARB_bindless_texture : require
// Functions that are called with bound textures and images, and with handles: a parameter given a handle is
// a variable like any other. Units 0 and 1 are bound; 2, 3 and the image 1 come as handles.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D bound[2];
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(std430, binding = 0) buffer To { float to[32]; uvec2 words; };
layout(std430, binding = 1) buffer From { sampler2D kept[2]; uvec2 image; };
struct Pair { sampler2D map; float scale; };

float texel(sampler2D map, int x) { return texelFetch(map, ivec2(x, 0), 0).x; }
float through(sampler2D map, int x) { return texel(map, x) + 100.0; }
float copied(sampler2D map, int x) {
    sampler2D copy = map;
    return texel(copy, x);
}
float replaced(sampler2D map, int x) {
    if (x > 0) map = kept[0];
    return texel(map, 0);
}
float chosen(sampler2D a, sampler2D b, int x) { return texel(x > 0 ? a : b, x); }
float second(sampler2D maps[2], int n) { return texel(maps[n], 1); }
sampler2D first(sampler2D maps[2]) { return maps[0]; }
void swap(inout sampler2D a, inout sampler2D b) {
    sampler2D c = a;
    a = b;
    b = c;
}
void get(out sampler2D maps[2], int n) {
    maps[n] = kept[0];
    maps[1 - n] = kept[1];
}
float scaled(Pair pair) { return texel(pair.map, 1) * pair.scale; }
uvec2 bits(sampler2D map) { return uvec2(map); }
uint count(uimage2D image, uint by) { return imageAtomicAdd(image, ivec2(0), by); }

void main() {
    sampler2D a = kept[0], b = kept[1];
    for (int n = 0; n < 2; n++) {
        to[n] = texel(bound[n], n);
        to[2 + n] = texel(kept[n], n);
        to[4 + n] = through(bound[n], 0) + through(a, n);
        to[6 + n] = copied(b, n);
        to[8 + n] = replaced(b, n);
        to[10 + n] = chosen(a, b, n);
        to[12 + n] = second(bound, n) + 1000.0 * second(kept, n);
        sampler2D maps[2] = sampler2D[2](b, sampler2D(uvec2(2, 0)));
        to[14 + n] = second(maps, n);
        swap(maps[0], maps[1]);
        to[16 + n] = second(maps, n);
        get(maps, n);
        to[18 + n] = texel(first(maps), 0);
        to[20 + n] = scaled(Pair(n > 0 ? a : b, 0.5));
        to[22 + n] = float(count(counts, 5u) + count(uimage2D(image), 7u));
    }
    words = bits(b);
}
