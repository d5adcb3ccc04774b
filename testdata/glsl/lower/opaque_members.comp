#version 460
// The parts of structs with textures and images: the values in the parameters, the textures and images bound, an
// array wherever an array lies around them.
layout(local_size_x = 1) in;
struct Layer { float gain; sampler2D maps[2]; };
struct Material { vec4 tint; Layer layers[3]; image2D to; };
uniform Material many[4];
layout(binding = 2) uniform sampler2D placed[3];
layout(binding = 0) buffer B { vec4 o; int i; };
vec4 sampled(sampler2D map) { return textureLod(map, vec2(0.5), 0.0); }
vec4 of(Layer layer, int n) { return sampled(layer.maps[n]) * layer.gain; }
void main() {
    o = of(many[i].layers[i + 1], i + 2) + many[3].tint + sampled(placed[1]);
    imageStore(many[1].to, ivec2(0), o);
}
