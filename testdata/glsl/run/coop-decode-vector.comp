#version 460
// run: --dispatch 1 --storage 0=zeros:16 --storage 1=rand_u32:7@1280 --dump 0=u32
#extension GL_NV_cooperative_matrix2 : require
#extension GL_NV_cooperative_matrix_decode_vector : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// A load whose function decodes two neighbouring elements at a time, where the device prefers that: the number of wrong
// elements.
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Wrong { uint wrong[]; };
layout(std430, binding = 1) buffer Blocks { uint blocks[]; };
#define ROWS 32u
#define COLUMNS 16u
shared float16_t halves[ROWS * COLUMNS];

// 32 numbers of four bits, eight in a word.
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Block { uint numbers[4]; };
float16_t decoded(const in Block block, const in uint at[2], const in uint inner[2]) {
    uint number = block.numbers[inner[1] >> 3] >> (4u * (inner[1] & 7u)) & 15u;
    return float16_t(number) + float16_t(at[0] & 1u);
}
f16vec2 decoded2(const in Block block, const in uint at[2], const in uint inner[2]) {
    uint next[2] = uint[2](inner[0], inner[1] + 1u);
    return f16vec2(decoded(block, at, inner), decoded(block, at, next));
}

void main() {
    // 32 rows of 64 numbers in blocks of 32; rows 8 on of a slice, columns 16 on; 1.0 outside of the tensor.
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    t = setTensorLayoutBlockSizeNV(t, 1, 32);
    t = setTensorLayoutDimensionNV(t, 32, 64);
    t = setTensorLayoutClampValueNV(t, 0x3c00);
    t = sliceTensorLayoutNV(t, 8, 32, 16, 16);
    coopmat<float16_t, gl_ScopeWorkgroup, COLUMNS, ROWS, gl_MatrixUseB> m;
    coopMatLoadTensorNV(m, blocks, 0u, t, createTensorViewNV(2, false, 1, 0), decoded, decoded2);
    coopMatStore(m, halves, 0u, ROWS, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < ROWS * COLUMNS; k += 128u) {
        uint row = 8u + k % ROWS, column = 16u + k / ROWS;
        float x = 1.0;
        if (row < 32u) {
            uint number = blocks[8u * row + column / 8u] >> (4u * (column % 8u)) & 15u;
            x = float(number) + float(row & 1u);
        }
        if (float(halves[k]) != x) atomicAdd(wrong[0], 1u);
    }
    if (gl_LocalInvocationIndex == 0u) wrong[1] = 4711u;
}
