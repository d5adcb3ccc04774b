#version 460
// run: --dispatch 1 --storage 0=rand_f32:1:-2:2@1024 --storage 1=zeros:6144 --dump 1=f32
// also: --coopmat khr
// also: --coopmat khr -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// What NV's matrices without a use can do: one load for both factors, one function for all uses, a splat
// that is factor and sum, arrays and structs of them, a layout that is specialized.
layout(local_size_x = 32) in;
layout(constant_id = 0) const bool COLUMNS = false;
layout(std430, binding = 0) readonly buffer From { float from[]; };
layout(std430, binding = 1) buffer To { float to[]; };
#define TILE fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>
struct Pair { TILE left, right; };

TILE load(uint at) {
    TILE tile;
    coopMatLoadNV(tile, from, at, 16, COLUMNS);
    return tile;
}

TILE scaled(TILE tile, float by) { return tile * by; }

void product(Pair pair, inout TILE sum) { sum = coopMatMulAddNV(pair.left, pair.right, sum); }

void main() {
    // A load for both factors.
    TILE both = load(0);
    TILE sum = coopMatMulAddNV(both, both, TILE(0.5));
    coopMatStoreNV(sum, to, 0, 16, false);
    // One function for a factor and a sum, members of a struct.
    Pair pair = Pair(scaled(load(0), 2.0), load(0));
    sum = scaled(load(0), -1.0);
    product(pair, sum);
    coopMatStoreNV(sum, to, 256, 16, false);
    // A splat that is a factor and a sum.
    TILE one = TILE(1.0);
    sum = coopMatMulAddNV(one, both, one);
    coopMatStoreNV(sum, to, 512, 16, COLUMNS);
    // An array that is indexed in a loop, by element, and a matrix in no product.
    TILE row[2];
    for (int i = 0; i < 2; ++i) row[i] = load(0);
    for (int i = 0; i < row[0].length(); ++i) row[1][i] = row[1][i] + 1.0;
    sum = TILE(0.0);
    for (int i = 0; i < 2; ++i) sum = coopMatMulAddNV(row[i], one, sum);
    coopMatStoreNV(sum, to, 768, 16, false);
    TILE alone = load(0);
    coopMatStoreNV(alone - TILE(1.0), to, 1024, 16, false);
    coopMatStoreNV(row[1], to, 1280, 16, false);
}
