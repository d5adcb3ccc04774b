#version 460
// Uniforms and parameters of structs with textures and images are split into parts (GLSL 4.1.7).
layout(local_size_x = 1) in;
struct Layer { float gain; sampler2D maps[2]; };
struct Only { sampler2DShadow depth; };
struct Material { Only only; vec4 tint; Layer layers[3]; image2D to; ivec2 at; };
uniform Material one;
layout(location = 7) uniform Material many[2][4];
uniform Only only, unsized[];
layout(binding = 0) buffer B { vec4 o; int i; };

vec4 of(Material m) {
    m.tint.x = m.layers[1].gain;
    imageStore(m.to, m.at, m.tint);
    return texture(m.layers[i].maps[1], m.tint.xy);
}
vec4 of(const in Material list[4], int n) { return of(list[n]) + texture(list[n].only.depth, vec3(0)); }
float of(Only, Only b) { return texture(b.depth, vec3(1)); }
float depth(sampler2DShadow s) { return texture(s, vec3(2)); }

void main() {
    o = of(one) + one.tint;
    o += of(many[1][i]) + many[i][2].tint + many[1][i].layers[0].gain;
    // An index with side effects is evaluated once for all parts.
    o += of(many[i++], i++);
    o += of(one.only, many[0][3].only) + of(only, unsized[4]) + depth(unsized[2].depth);
    // An opaque expression statement has the side effects of its indices.
    one;
    many[i++][2].layers[1];
    i = many.length() + many[0].length() + one.layers.length() + one.layers[0].maps.length();
}
