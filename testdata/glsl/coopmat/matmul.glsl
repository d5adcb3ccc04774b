// D = A * B for row-major matrices of half precision, by cooperative matrices of the subgroup.
//
// A work group computes a tile of D. It walks along K in steps: the next pieces of A and B travel from
// memory through registers to shared memory while the current ones are multiplied. Every size is a
// specialization constant; the includer defines DEPTH, the bits of an accumulator and of a component of
// D, and its type ELEMENT.
//
// What must hold: the tile divides the matrices, the subgroup's part divides the tile, the fragment
// divides the subgroup's part, and the threads share the 16-byte pieces of a step evenly.

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_NV_cooperative_matrix : require

// The matrices: A is M by K, B is K by N.
layout(constant_id = 0) const uint M = 4096;
layout(constant_id = 1) const uint N = 4096;
layout(constant_id = 2) const uint K = 4096;
// The work group's tile, and one step along K.
layout(constant_id = 3) const uint TILE_M = 128;
layout(constant_id = 4) const uint TILE_N = 256;
layout(constant_id = 5) const uint TILE_K = 32;
// The part of the tile that a subgroup computes.
layout(constant_id = 6) const uint PART_M = 64;
layout(constant_id = 7) const uint PART_N = 32;
// The fragments that the hardware multiplies.
layout(constant_id = 8) const uint FRAGMENT_M = 16;
layout(constant_id = 9) const uint FRAGMENT_N = 8;
layout(constant_id = 10) const uint FRAGMENT_K = 16;
// One copy of the step in shared memory, or two: with two, a step costs one barrier.
layout(constant_id = 11) const uint COPIES = 1;
// Pieces of padding behind a row in shared memory, so that the rows of a fragment lie in different banks.
layout(constant_id = 12) const uint PADDING = 1;
// Work groups that are neighbours in time are a band of this many rows of tiles.
layout(constant_id = 13) const uint BAND = 8;

layout(local_size_x = 512, local_size_x_id = 14) in;

// Memory is read in pieces of 16 bytes.
const uint HALVES = 8;
const uint SUBGROUP = 32;
const uint PARTS_N = TILE_N / PART_N;
const uint THREADS = TILE_M / PART_M * PARTS_N * SUBGROUP;

// A step in pieces: a row of it, the whole, and what each thread brings.
const uint ROW_A = TILE_K / HALVES;
const uint ROW_B = TILE_N / HALVES;
const uint SHARE_A = TILE_M * ROW_A / THREADS;
const uint SHARE_B = TILE_K * ROW_B / THREADS;

// The step in shared memory.
const uint STRIDE_A = ROW_A + PADDING;
const uint STRIDE_B = ROW_B + PADDING;
const uint SIZE_A = TILE_M * STRIDE_A;
const uint SIZE_B = TILE_K * STRIDE_B;

shared uvec4 stage_a[COPIES * SIZE_A];
shared uvec4 stage_b[COPIES * SIZE_B];

// A subgroup's part in fragments.
const uint ROWS = PART_M / FRAGMENT_M;
const uint COLUMNS = PART_N / FRAGMENT_N;

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Halves { uvec4 pieces[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer Result { ELEMENT elements[]; };

layout(set = 0, binding = 0, std430) uniform Matrices {
    Halves a;
    Halves b;
    Result d;
} matrices;

// The tile of this work group. Tiles go down the columns of a band, so that the tiles of one moment
// share rows of A and columns of B in the cache.
uvec2 tile_of_group() {
    uint number = gl_WorkGroupID.x;
    uint in_band = BAND * (N / TILE_N);
    uint band = number / in_band;
    uint place = number % in_band;
    uint height = min(BAND, M / TILE_M - band * BAND);
    return uvec2(band * BAND + place % height, place / height);
}

void main() {
    const uvec2 tile = tile_of_group();
    const uint thread = gl_LocalInvocationID.x;
    const uint part_row = gl_SubgroupID / PARTS_N * PART_M;
    const uint part_column = gl_SubgroupID % PARTS_N * PART_N;

    // Where this thread's first pieces lie; the others follow at whole rows.
    const uint rows_a = THREADS / ROW_A;
    const uint rows_b = THREADS / ROW_B;
    const uint row_a = thread / ROW_A;
    const uint row_b = thread / ROW_B;
    uint from_a = (tile.x * TILE_M + row_a) * (K / HALVES) + thread % ROW_A;
    uint from_b = row_b * (N / HALVES) + tile.y * ROW_B + thread % ROW_B;
    const uint to_a = row_a * STRIDE_A + thread % ROW_A;
    const uint to_b = row_b * STRIDE_B + thread % ROW_B;

    fcoopmatNV<DEPTH, gl_ScopeSubgroup, FRAGMENT_M, FRAGMENT_N> sums[ROWS][COLUMNS];
    [[unroll]] for (uint row = 0; row < ROWS; ++row) {
        [[unroll]] for (uint column = 0; column < COLUMNS; ++column) {
            sums[row][column] = fcoopmatNV<DEPTH, gl_ScopeSubgroup, FRAGMENT_M, FRAGMENT_N>(0.0);
        }
    }

    uvec4 next_a[SHARE_A];
    uvec4 next_b[SHARE_B];
    [[unroll]] for (uint i = 0; i < SHARE_A; ++i) {
        stage_a[to_a + i * rows_a * STRIDE_A] = matrices.a.pieces[from_a + i * rows_a * (K / HALVES)];
    }
    [[unroll]] for (uint i = 0; i < SHARE_B; ++i) {
        stage_b[to_b + i * rows_b * STRIDE_B] = matrices.b.pieces[from_b + i * rows_b * (N / HALVES)];
    }
    barrier();

    uint copy = 0;
    for (uint k = 0; k < K; k += TILE_K) {
        const bool more = k + TILE_K < K;
        if (more) {
            from_a += ROW_A;
            from_b += TILE_K * (N / HALVES);
            [[unroll]] for (uint i = 0; i < SHARE_A; ++i) {
                next_a[i] = matrices.a.pieces[from_a + i * rows_a * (K / HALVES)];
            }
            [[unroll]] for (uint i = 0; i < SHARE_B; ++i) {
                next_b[i] = matrices.b.pieces[from_b + i * rows_b * (N / HALVES)];
            }
        }

        [[unroll]] for (uint step = 0; step < TILE_K / FRAGMENT_K; ++step) {
            fcoopmatNV<16, gl_ScopeSubgroup, FRAGMENT_M, FRAGMENT_K> a[ROWS];
            [[unroll]] for (uint row = 0; row < ROWS; ++row) {
                uint at = copy * SIZE_A + (part_row + row * FRAGMENT_M) * STRIDE_A + step * FRAGMENT_K / HALVES;
                coopMatLoadNV(a[row], stage_a, at, STRIDE_A, false);
            }
            [[unroll]] for (uint column = 0; column < COLUMNS; ++column) {
                fcoopmatNV<16, gl_ScopeSubgroup, FRAGMENT_K, FRAGMENT_N> b;
                uint at = copy * SIZE_B + step * FRAGMENT_K * STRIDE_B + (part_column + column * FRAGMENT_N) / HALVES;
                coopMatLoadNV(b, stage_b, at, STRIDE_B, false);
                [[unroll]] for (uint row = 0; row < ROWS; ++row) {
                    sums[row][column] = coopMatMulAddNV(a[row], b, sums[row][column]);
                }
            }
        }

        if (COPIES == 1) {
            barrier();
        } else {
            copy ^= 1;
        }
        if (more) {
            [[unroll]] for (uint i = 0; i < SHARE_A; ++i) {
                stage_a[copy * SIZE_A + to_a + i * rows_a * STRIDE_A] = next_a[i];
            }
            [[unroll]] for (uint i = 0; i < SHARE_B; ++i) {
                stage_b[copy * SIZE_B + to_b + i * rows_b * STRIDE_B] = next_b[i];
            }
        }
        barrier();
    }

    [[unroll]] for (uint row = 0; row < ROWS; ++row) {
        [[unroll]] for (uint column = 0; column < COLUMNS; ++column) {
            uint at = (tile.x * TILE_M + part_row + row * FRAGMENT_M) * N
                + tile.y * TILE_N + part_column + column * FRAGMENT_N;
            coopMatStoreNV(sums[row][column], matrices.d.elements, at, N, false);
        }
    }
}
