#version 310 es
// GLSL ES has no images and atomic counters in structs (GLSL ES 4.1.8).
layout(local_size_x = 1) in;
precision highp image2D;
struct Target { image2D to; };
struct Counted { atomic_uint count[2]; };
struct Material { sampler2D albedo; };
uniform Material fine;
void main() { texture(fine.albedo, vec2(0)); }
