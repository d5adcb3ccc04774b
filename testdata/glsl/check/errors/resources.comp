#version 460
// Duplicate declarations, and qualifiers that blocks and resources do not allow.
layout(local_size_x = 8) in;
buffer Twice { int a; } twice1;
buffer Twice { int b; } twice2;
uniform Twice { int c; } twice3;
buffer Storage { uniform int d; buffer int e; const int f; } storage;
layout(location = 1) uniform int three[3];
layout(location = 3) uniform int last_of_them;
layout(location = 4) uniform int free_location;
struct Pair { int x; vec4 y[2]; };
layout(location = 8) uniform Pair pair[2];
layout(location = 13) uniform sampler2D in_pair;
layout(location = 14) uniform sampler2D behind_pair;
layout(location = 0) uniform int before[2];
layout(binding = 0, offset = 0) uniform atomic_uint counter0;
layout(binding = 0, offset = 0) uniform atomic_uint counter0_again;
layout(binding = 1, offset = 0) uniform atomic_uint counter1;
layout(binding = 0, offset = 8) uniform atomic_uint counters[2];
layout(binding = 0, offset = 12) uniform atomic_uint in_counters;
layout(binding = 3) uniform atomic_uint grid[2][3];
layout(binding = 3, offset = 20) uniform atomic_uint in_grid;
layout(binding = 3) uniform atomic_uint after_grid;
layout(binding = 3, offset = 24) uniform atomic_uint at_after_grid;
layout(binding = 2) uniform atomic_uint no_size[];
layout(shared) uniform Shared { layout(offset = 16) float g; layout(align = 32) float h; } shared_block;
layout(packed, align = 16) buffer Packed { float i; } packed_block;
layout(shared) buffer;
buffer Default { layout(offset = 4) int j; } default_block;
layout(std430) buffer Known { layout(offset = 4) int k; } known;
buffer Unsized { int l; } of_blocks[];
uniform sampler2D of_textures[];
void main() {
    int n = int(gl_GlobalInvocationID.x);
    of_blocks[n].l = 1;
    of_blocks[2].l = 1;
    of_blocks[-1].l = 1;
    textureLod(of_textures[n], vec2(0.0), 0.0);
    of_textures.length();
}
