#version 460
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix2 : require
// Indices of 64 bits reach the accesses to buffers; arrays elsewhere are too small to need them.
#pragma shader_64bit_indexing
#pragma promote_uint32_indices
layout(local_size_x = 32) in;
struct Row { uint words[4]; };
layout(buffer_reference, std430) buffer Far { uint words[]; };
layout(std430, binding = 0) buffer Near { uint64_t at; int64_t below; Far far; Row rows[]; };
layout(std430, binding = 1) buffer Halves { float16_t halves[]; };
shared uint tile[64];
void main() {
    rows[at].words[below] = far.words[at + 1ul];
    far.words[below] = tile[at];
    below = rows.length64() + tile.length64() + rows[tile[0]].words[3];
    atomicAdd(rows[at].words[1], 2u);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;
    coopMatLoad(m, halves, at, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(m, halves, below, 16, gl_CooperativeMatrixLayoutColumnMajor);
    tensorLayoutNV<2> whole = createTensorLayoutNV(2);
    coopMatLoadTensorNV(m, halves, at, sliceTensorLayoutNV(whole, 0, 16, 0, 16));
    coopMatStoreTensorNV(m, halves, at, sliceTensorLayoutNV(whole, 0, 16, 0, 16));
}
