#version 460
#extension GL_EXT_scalar_block_layout : require
// One struct in blocks of three layouts; offsets, alignments, row-major matrices, arrays.
layout(local_size_x = 1) in;
struct In { vec3 a; float b; mat3x2 m; };
layout(std140, binding = 0) uniform U { float f; In s[2]; layout(row_major) mat2x3 r; bool t; dvec3 d; } u;
layout(std430, binding = 1, row_major) buffer T { float f; In s[2]; mat2x3 c; layout(column_major) mat2x3 r; vec3 v; float w; } t;
layout(scalar, binding = 2) readonly buffer C { float f; In s[2]; vec3 v; float w; double d; float e[3]; } c;
layout(std430, binding = 3) buffer X { layout(offset = 16) int a; layout(align = 32) int b; layout(offset = 64) vec4 v; int tail[]; };
layout(std430) uniform;
layout(row_major) buffer;
layout(binding = 4) buffer Y { vec2 p; mat2 m; };
void main() { a = int(u.f + t.w + c.e[1] + m[0].x); }
