#version 450 core
#extension GL_NV_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_scalar_block_layout : enable
#extension GL_EXT_buffer_reference : enable
#extension GL_EXT_control_flow_attributes : enable
layout(local_size_x = 32, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = 0) const int lM = 1;
layout(constant_id = 1) const int lN = 1;
layout(constant_id = 2) const int lK = 1;
layout(constant_id = 3) const int TILE_M = 1;
layout(constant_id = 4) const int TILE_N = 1;
layout(constant_id = 5) const int K = 1;
layout(constant_id = 6) const int strideA = 1;
layout(constant_id = 7) const int strideB = 1;
layout(constant_id = 8) const int strideC = 1;
layout(constant_id = 9) const bool BColMajor = false;
layout(constant_id = 10) const float alpha = 1.0;
const int C_ROWS = TILE_M / lM;
const int C_COLS = TILE_N / lN;

layout(buffer_reference) buffer InputA { float16_t x[]; };
layout(buffer_reference) buffer InputB { float16_t x[]; };
layout(buffer_reference) buffer InputC { float x[]; };
layout(buffer_reference) buffer Output { float x[]; };
layout(set = 0, binding = 0, std430) uniform Params { InputA inputA; InputB inputB; InputC inputC; Output outputO; } params;

fcoopmatNV<32, gl_ScopeSubgroup, lM, lN> result[C_ROWS][C_COLS];

int address(int stride, int row, int column, bool columns) { return columns ? column * stride + row : row * stride + column; }

void main() {
    int tileRow = TILE_M * int(gl_WorkGroupID.y), tileCol = TILE_N * int(gl_WorkGroupID.x);
    [[unroll]] for (int i = 0; i < C_ROWS; ++i)
        [[unroll]] for (int j = 0; j < C_COLS; ++j)
            result[i][j] = fcoopmatNV<32, gl_ScopeSubgroup, lM, lN>(0.0);
    for (int k = 0; k < K; k += lK) {
        fcoopmatNV<16, gl_ScopeSubgroup, lM, lK> matA[C_ROWS];
        for (int i = 0; i < C_ROWS; ++i)
            coopMatLoadNV(matA[i], params.inputA.x, (tileRow + lM * i) * strideA + k, strideA, false);
        fcoopmatNV<16, gl_ScopeSubgroup, lK, lN> matB;
        for (int j = 0; j < C_COLS; ++j) {
            coopMatLoadNV(matB, params.inputB.x, address(strideB, k, tileCol + lN * j, BColMajor), strideB, BColMajor);
            for (int i = 0; i < C_ROWS; ++i) result[i][j] = coopMatMulAddNV(matA[i], matB, result[i][j]);
        }
    }
    for (int i = 0; i < C_ROWS; ++i) {
        for (int j = 0; j < C_COLS; ++j) {
            fcoopmatNV<32, gl_ScopeSubgroup, lM, lN> matC;
            int at = (tileRow + lM * i) * strideC + tileCol + lN * j;
            coopMatLoadNV(matC, params.inputC.x, at, strideC, false);
            result[i][j] = alpha * result[i][j] + matC * 0.5;
            for (int e = 0; e < matC.length(); ++e) result[i][j][e] = max(result[i][j][e], 0.0);
            coopMatStoreNV(result[i][j], params.outputO.x, at, strideC, false);
        }
    }
}
