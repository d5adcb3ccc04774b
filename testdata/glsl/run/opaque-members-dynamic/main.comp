#version 460
// Textures and images as members of structs: of uniforms and parameters, in structs and arrays within, with
// indices that are not constant. The textures take the units as declared: 0 one.albedo, 1 and 2 one.layers[n].map,
// 3 and 4 many[n].albedo, 5 to 8 many[m].layers[n].map. The rest of the structs lies in the parameters.
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
float read(Layer layer, int x) {
    layer.gain += 1.0;
    return texel(layer.map, x) * layer.gain;
}
vec4 shade(in Material m, int n, int x) { return m.tint * texel(m.albedo, x) + read(m.layers[n], x); }
float all(const Material list[2], int n, int x) { return texel(list[n].layers[x].map, x) + list[1 - n].tint.w; }
void put(Target t, int x, float value) { imageStore(t.to, ivec2(x + t.shift, 0), vec4(value)); }

int counted = 0;
int next() { return counted++; }

void main() {
    for (int i = 0; i < 4; i++) {
        to[i] = shade(one, i & 1, i >> 1);
        to[4 + i] = shade(many[i >> 1], i & 1, 1);
        to[8 + i] = vec4(all(many, i & 1, i >> 1), texel(many[i & 1].layers[i >> 1].map, 0),
                         many[i >> 1].layers[i & 1].gain, many.length() + one.layers.length());
        put(target, i, float(10 * i));
    }
    // An index is evaluated once, whatever the function is given of what it leads to, and before what follows.
    to[12] = shade(many[next()], next(), 0);
    to[13] = vec4(read(many[next() - 1].layers[next() - 2], 1), counted, imageSize(target.to));
}
