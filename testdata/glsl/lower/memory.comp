#version 460
// Blocks: layouts, majorness, bools, arrays of blocks, qualifiers, sets.
layout(local_size_x = 8) in;
struct Inner { bool on; vec3 at; mat2x3 m; };
layout(std140, binding = 1) uniform U { layout(row_major) mat3x2 rows; mat3x2 columns; Inner inner[2]; bvec2 both; } u;
layout(std430, binding = 2) coherent buffer S { Inner one; uint count; float tail[]; } many[3];
layout(std430, set = 3, binding = 4) readonly buffer R { volatile int a; int b; };
layout(push_constant) uniform P { layout(offset = 16) vec2 scale; };
shared Inner kept[2];
int own = 3;
void main() {
    uint i = gl_LocalInvocationID.x;
    vec2 column = u.rows[i % 3u] + u.columns[1];
    many[i % 3u].one = u.inner[1];
    many[0].one.m = transpose(mat3x2(u.rows));
    many[1].one.m[1].z = column.x * scale.y;
    many[1].one.on = u.both.y;
    many[2].tail[many[2].tail.length() - 1] = float(a + b + own);
    atomicAdd(many[0].count, 2u);
    kept[i & 1u] = u.inner[i & 1u];
    own += int(kept[0].on);
    barrier();
    many[0].tail[i] = float(own) + kept[1].at.y;
}
