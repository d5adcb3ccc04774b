#version 460
// Arrays sized by initializer lists, uses and redeclarations, and by the largest index if the
// array is an array of resources.
layout(local_size_x = 8) in;
int inner[2][] = { { 1, 2 }, { 3, 4 } };
int both[][] = { { 1, 2, 3 }, { 4, 5, 6 } };
const float deep[2][][2] = { { { 1.0, 2.0 }, { 3.0, 4.0 } }, { { 5.0, 6.0 }, { 7.0, 8.0 } } };
int by_use[];
int by_declaration[];
int use() { return by_use[2] + by_declaration[3]; }
int by_declaration[4];
layout(binding = 0) buffer B { int x; } blocks[];
layout(binding = 4) uniform sampler2D textures[];
layout(binding = 8, rgba8) readonly uniform image2D images[];
void main() {
    int local[2][] = { { 1, 2, 3 }, { 4, 5, 6 } };
    blocks[1].x = inner[1][1] + both[1][2] + local[1][2] + use();
    blocks[0].x = int(deep[1][1][0]) + int(textureLod(textures[3], vec2(0.0), 0.0).x);
    blocks[0].x += int(imageLoad(images[0], ivec2(0)).x) + by_declaration.length();
}
