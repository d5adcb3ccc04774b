#version 460
// Blocks with and without instance names, arrays of blocks, memory qualifiers, images, textures.
layout(local_size_x = 1) in;
layout(binding = 0) uniform U { vec4 color; int n; };
layout(std430, set = 1, binding = 3) coherent volatile buffer B { readonly int r; restrict writeonly int w; float rest[]; } many[4];
layout(push_constant) uniform P { layout(offset = 16) int p; } push;
layout(binding = 2, r32ui) uniform uimage2D img;
layout(binding = 3, rgba8) readonly restrict uniform image2DArray pictures[3];
writeonly uniform imageBuffer unformatted;
uniform sampler2D tex[2];
uniform isamplerCubeArray cubes;
uniform mat3 loose = mat3(2.0);
layout(location = 5) uniform float after;
layout(binding = 1, offset = 8) uniform atomic_uint first;
layout(binding = 1) uniform atomic_uint second[2];
layout(binding = 1) uniform atomic_uint third;
shared vec4 pool[64];
int sized[];
int sized[7];
int grown[];
float lookup(sampler2D t, vec2 p) { return texture(t, p).x; }
void main() {
    many[n].w = many[1].r + push.p + sized[2];
    grown[4] = 1;
    pool[n] = color * after + loose[0].xyzz;
    pool[0].x = lookup(tex[1], vec2(0.5)) + texture(tex[0], vec2(0.1)).y;
}
