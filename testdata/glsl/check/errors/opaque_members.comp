#version 450
// Structs with textures among their members (GLSL 4.1.7).
layout(local_size_x = 1) in;
struct Material { sampler2D albedo; vec4 color; };
uniform Material one;
uniform Material many[3];
shared Material shared_one;
float read(const in Material m) { return m.color.x; }
void main() {
    Material local;
    sampler2D alone;
}
