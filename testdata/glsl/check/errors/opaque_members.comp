#version 450
// Invalid uses of structs with textures and images (GLSL 4.1.7, 4.1.8).
layout(local_size_x = 1) in;
struct Material { sampler2D albedo; vec4 color; image2D to; };
struct Counted { atomic_uint count; float kept; };
uniform Material one, two;
uniform Material many[3];
uniform Material unsized[];
uniform Material initial = one;
layout(binding = 1) uniform Material bound;
layout(rgba8) uniform Material formatted;
readonly uniform Material qualified;
uniform Block { Material member; } block;
layout(binding = 0) buffer Storage { Material member; } storage;
shared Material shared_one;
Material private_one;
const Material constant = one;
void read(const in Material m) { m.color = vec4(0); }
void change(Material m) { m = one; }
void write(out Material m) {}
void both(inout Material m) {}
Material result() { return one; }
int n;
void main() {
    Material local;
    sampler2D alone;
    one.color = vec4(1);
    one = two;
    one.albedo = two.albedo;
    bool same = one == two;
    n > 0 ? one : two;
    n, one;
    Material(one.albedo, vec4(0), one.to);
    change(Material(one.albedo, vec4(0), one.to));
    change(n > 0 ? one : two);
    many[3].color;
    many.albedo;
    one.normal;
    texture(unsized[n].albedo, vec2(0));
    imageLoad(one.to, ivec2(0));
    change(1.0);
}
