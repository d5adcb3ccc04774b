#version 450 core
#pragma use_vulkan_memory_model
#extension GL_EXT_scalar_block_layout : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_NV_cooperative_matrix : enable
#extension GL_NV_integer_cooperative_matrix : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable
#extension GL_EXT_buffer_reference : enable
#extension GL_EXT_control_flow_attributes : enable
layout(constant_id = 0) const uint lM = 1;
layout(constant_id = 1) const uint lN = 1;
layout(constant_id = 2) const uint lK = 1;
layout(constant_id = 3) const uint TILE_M = 128;
layout(constant_id = 4) const uint TILE_N = 128;
layout(constant_id = 5) const uint TILE_K = 16;
layout(constant_id = 6) const uint strideA = 1;
layout(constant_id = 7) const bool BColMajor = false;
layout(local_size_x_id = 11, local_size_y_id = 12, local_size_z = 1) in;
#define A_TYPE float16_t
const uint SUBGROUP_SIZE = 32;
const uint ROW_LEN = TILE_K + 8;
shared uvec4 Ash[TILE_M * ROW_LEN / 8];
layout(buffer_reference) buffer InputA { A_TYPE x[]; } inputA;
layout(buffer_reference) buffer InputAV { uvec4 x[]; };
layout(set = 0, binding = 0, std430) uniform Params { InputA a; InputA b; InputA c; InputAV av; float alpha, beta; } params;
const uint C_ROWS = TILE_M / 2u / lM;
const uint C_COLS = TILE_N / 2u / lN;
fcoopmatNV<16, gl_ScopeSubgroup, lM, lN> result[C_ROWS][C_COLS];
uint coord(uint i, uint j) { return i * lM + j; }
void main() {
    [[unroll]] for (uint i = 0; i < C_ROWS; ++i) {
        [[unroll]] for (uint j = 0; j < C_COLS; ++j) {
            result[i][j] = fcoopmatNV<16, gl_ScopeSubgroup, lM, lN>(0.0);
        }
    }
    uint gabase = coord(TILE_M * gl_WorkGroupID.y, 0) ;
    [[dont_unroll]]
    for (uint chunkK = 0; chunkK < 32; chunkK += TILE_K) {
        Ash[gl_LocalInvocationIndex] = params.av.x[gabase / 8];
        barrier();
        fcoopmatNV<16, gl_ScopeSubgroup, lM, lK> matA[C_ROWS];
        fcoopmatNV<16, gl_ScopeSubgroup, lK, lN> matB;
        [[unroll]] for (uint i = 0; i < C_ROWS; ++i) {
            coopMatLoadNV(matA[i], Ash, coord(i, 2u), strideA, false);
        }
        coopMatLoadNV(matB, params.b.x, chunkK, strideA, BColMajor);
        [[unroll]] for (uint i = 0; i < C_ROWS; ++i)
            result[i][0] = coopMatMulAddNV(matA[i], matB, result[i][0]);
        barrier();
    }
    fcoopmatNV<16, gl_ScopeSubgroup, lM, lN> matC;
    coopMatLoadNV(matC, params.c.x, 0, 16, false);
    result[0][0] = float16_t(params.alpha) * result[0][0] + float16_t(params.beta) * matC;
    coopMatStoreNV(result[0][0], params.c.x, 0, 16, false);
}
