#version 460
// Textures and images as members of structs, in structs and arrays within, of uniforms and parameters. All
// indices are constant, for devices without dynamic ones; `opaque-members-dynamic` has others. The textures take
// the units as declared: 0 one.albedo, 1 and 2 one.layers[n].map, 3 and 4 many[n].albedo, 5 to 8
// many[m].layers[n].map. The rest of the structs lies in the parameters.
layout(local_size_x = 1) in;
struct Layer { sampler2D map; float gain; };
struct Material { vec4 tint; sampler2D albedo; Layer layers[2]; };
struct Target { image2D to; int shift; };
layout(location = 0) uniform Material one;
layout(location = 20) uniform Material many[2];
layout(location = 40) uniform Target target;
layout(std430, binding = 0) buffer To { vec4 to[]; };

float texel(sampler2D map, int x) { return texelFetch(map, ivec2(x, 0), 0).x; }
// The parameter is a copy.
vec4 shade(in Material m, int x) {
    m.tint += 1.0;
    return m.tint * texel(m.albedo, x) + texelFetch(m.layers[1].map, ivec2(x, 0), 0).x * m.layers[0].gain;
}
void put(Target t, int x, float value) { imageStore(t.to, ivec2(x + t.shift, 0), vec4(value)); }

void main() {
    to[0] = shade(one, 0);
    to[1] = shade(one, 1);
    to[2] = many[0].tint * texelFetch(many[0].albedo, ivec2(1, 0), 0).x;
    to[3] = many[1].tint * texelFetch(many[1].albedo, ivec2(0, 0), 0).x;
    to[4] = vec4(texelFetch(many[0].layers[1].map, ivec2(1, 0), 0).x, many[1].layers[1].gain,
                 texelFetch(many[1].layers[0].map, ivec2(0, 0), 0).x, imageSize(target.to).x);
    for (int i = 0; i < 4; i++) put(target, i, float(10 * i));
}
