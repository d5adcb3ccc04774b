#version 460
#extension GL_NV_cooperative_matrix2 : require
#extension GL_NV_cooperative_matrix_decode_vector : require
#extension GL_EXT_cooperative_matrix_maintenance1 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#if GL_NV_cooperative_matrix2 != 1 || GL_NV_cooperative_matrix_decode_vector != 1 || GL_EXT_cooperative_matrix_maintenance1 != 1
#error the macros are 1
#endif
layout(local_size_x = 128) in;
layout(constant_id = 0) const uint M = 64;
layout(constant_id = 1) const uint D = 2;
layout(constant_id = 2) const uint MODE = gl_CooperativeMatrixClampModeConstantNV;
layout(constant_id = 3) const bool OWN = true;
layout(constant_id = 4) const uint FIRST = 1;
struct Pair { float16_t d; uint8_t q[2]; };
layout(binding = 0) readonly buffer A { float16_t a[]; };
layout(binding = 1) buffer B { Pair pairs[]; } b[2];
layout(buffer_reference, std430, buffer_reference_align = 2) buffer Block { Pair pair; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Values { float16_t values[64]; };
shared float16_t tile[256];
float16_t dec(const in Block block, const in uint at[2], const in uint inner[2]) { return block.pair.d * float16_t(block.pair.q[inner[1]]); }
f16vec2 dec(const in Block block, const in uint at[2], const in uint inner[2], const in uint unused) { return f16vec2(0.0); }
f16vec4 dec4(const in Block block, const in uint at[D], const in uint inner[D]) { return f16vec4(block.pair.d); }
float16_t largest(const in float16_t x, const in float16_t y) { return max(x, y); }
int8_t whole(const in uint row, const in uint column, const in int8_t x, const in int8_t y, const in Pair pair) { return x; }
tensorLayoutNV<2> made(tensorLayoutNV<2> t) { return sliceTensorLayoutNV(t, 1, 2, 3, 4); }
tensorLayoutNV<2> global = createTensorLayoutNV(2);
struct Both { tensorLayoutNV<D, MODE> t; tensorViewNV<D, OWN, FIRST, 0> v; } both;
void main() {
    both.t = setTensorLayoutDimensionNV(createTensorLayoutNV(D, MODE), M, 64);
    both.v = setTensorViewDimensionsNV(createTensorViewNV(D, OWN, FIRST, 0), 64, M);
    tensorLayoutNV<2> list[2];
    list[0] = made(global);
    list[1] = global;
    tensorViewNV<3> v3 = createTensorViewNV(3);
    list[0] = M > 3u ? list[1] : list[0];
    coopmat<float16_t, gl_ScopeWorkgroup, M, 32, gl_MatrixUseAccumulator> m, n;
    coopMatLoadTensorNV(m, a, 0, list[0]);
    coopMatLoadTensorNV(m, tile, 8, list[1], v3);
    coopMatLoadTensorNV(m, b[1].pairs, 8, both.t, dec);
    coopMatLoadTensorNV(m, Values(0ul).values, 8, both.t, both.v, dec);
    coopMatLoadTensorNV(m, b[0].pairs, 8, both.t, both.v, dec, dec4);
    coopMatReduceNV(n, m, gl_CooperativeMatrixReduceRowAndColumnNV, (largest));
    coopMatReduceEXT(n, m, gl_CooperativeMatrixReduceRowEXT, largest);
    coopmat<int8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> i;
    coopMatPerElementNV(i, i, whole, i, Pair(float16_t(1.0), uint8_t[2](uint8_t(1), uint8_t(2))));
    coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> u = coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(i);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> f = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB>(i);
    coopmat<int8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> turned;
    coopMatTransposeEXT(turned, i);
    uvec2 at = coopMatGetCoordinateEXT(i, 0);
    coopMatStoreTensorNV(n, tile, 8, both.t, both.v);
    coopMatStoreTensorNV(n, tile, 8, both.t);
}
