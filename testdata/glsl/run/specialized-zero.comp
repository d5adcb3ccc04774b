#version 460
// run: --dispatch 1 --spec 0=96 --storage 0=zeros:512 --dump 0=i32
// also: -O0
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// Arrays whose length is 0, or wraps below 0, by the defaults of specialization constants: only the values at
// pipeline creation count. In shared and function storage, as parameters and results, of matrices, in a struct.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint N = 0;
const uint TILES = N / 48;
layout(std430, binding = 0) buffer To { int to[]; };
#define TILE icoopmatNV<32, gl_ScopeSubgroup, 4, 8>
struct Row { int values[TILES]; int last; };
shared int staged[N + 0];
shared int fewer[N - 32];
TILE kept[TILES];

int sum(int values[TILES]) {
    int total = 0;
    for (uint i = 0; i < TILES; ++i) total += values[i];
    return total;
}

int[TILES] filled(int first) {
    int values[TILES];
    for (uint i = 0; i < TILES; ++i) values[i] = first + int(i);
    return values;
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    for (uint i = lane; i < N; i += 32u) staged[i] = int(i);
    for (uint i = lane; i < N - 32u; i += 32u) fewer[i] = 2 * int(i);
    barrier();
    TILE tiles[TILES];
    for (uint i = 0; i < TILES; ++i) {
        tiles[i] = TILE(int(i) + 5);
        kept[i] = tiles[i] + TILE(1);
    }
    for (uint i = 0; i < TILES; ++i) {
        coopMatStoreNV(tiles[i], to, 32u * i, 8, false);
        coopMatStoreNV(kept[TILES - 1u - i], to, 32u * (2u + i), 8, false);
    }
    Row row;
    row.values = filled(int(lane));
    row.last = 1000;
    barrier();
    if (lane < 16u) {
        to[lane] += sum(row.values) + row.last;
        to[32u + lane] += staged[N - 1u - lane] * 100 + fewer[lane];
        to[64u + lane] += tiles.length() * 10 + staged.length() * 1000;
    }
}
