#version 460
#extension GL_ARB_bindless_texture : require
// What is bound has no handle, in functions that are called with it neither.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D bound[2];
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(set = 0, binding = 1) uniform texture2D texels;
layout(set = 0, binding = 2) uniform sampler how;
layout(binding = 0) buffer B { vec4 o; int i; sampler2D kept; uvec2 words; };
struct Pair { sampler2D map; float scale; };
vec4 copied(sampler2D map) {
    sampler2D copy = map;
    return textureLod(copy, vec2(0), 0.0);
}
vec4 assigned(sampler2D map) {
    map = kept;
    return textureLod(map, vec2(0), 0.0);
}
vec4 chosen(sampler2D map) { return textureLod(i > 0 ? map : kept, vec2(0), 0.0); }
sampler2D returned(sampler2D map) { return map; }
Pair paired(sampler2D map) { return Pair(map, 1.0); }
void kept_by(sampler2D map) { kept = map; }
void given(sampler2D map, out sampler2D to) { to = map; }
void bits(uimage2D image) { words = uvec2(image); }
void through(uimage2D image) { bits(image); }
void all(sampler2D maps[2]) { sampler2D copy[2] = maps; }
void apart(sampler2D map) { words = uvec2(map); }
void statement(sampler2D map) { map; }
void main() {
    sampler2D to;
    o = copied(bound[1]) + copied(kept) + assigned(bound[0]) + chosen(bound[i]);
    returned(bound[0]);
    paired(bound[0]);
    kept_by(bound[0]);
    given(bound[0], to);
    through(counts);
    all(bound);
    apart(sampler2D(texels, how));
    statement(bound[0]);
}
