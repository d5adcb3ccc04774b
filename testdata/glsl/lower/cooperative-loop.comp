#version 460
// A matrix that a loop declares is undefined in each iteration: no value of it goes around the loop.
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer A { float16_t a[]; };
layout(std430, binding = 1) writeonly buffer D { float16_t d[]; };
void main() {
    tensorLayoutNV<2> tiles = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 64, 256);
    coopmat<float16_t, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator> sum =
        coopmat<float16_t, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < 256; k += 32) {
        coopmat<float16_t, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator> tile[2];
        for (int i = 0; i < 1; i++) {
            coopMatLoadTensorNV(tile[0], a, 0, sliceTensorLayoutNV(tiles, 0, 32, k, 32));
            coopMatLoadTensorNV(tile[1], a, 0, sliceTensorLayoutNV(tiles, 32, 32, k, 32));
        }
        sum += tile[0] + tile[1];
    }
    coopMatStoreTensorNV(sum, d, 0, sliceTensorLayoutNV(tiles, 0, 32, 0, 32));
}
