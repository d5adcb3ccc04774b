#version 460
// run: --dispatch 1 --storage 0=zeros:1024 --storage 1=zeros:1024 --dump 0=i32 --dump 1=i32
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Sums near the greatest number stay there, or wrap.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Clamped { int clamped[]; };
layout(std430, binding = 1) buffer Wrapped { int wrapped[]; };
void main() {
    coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> a = coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA>(int8_t(-2));
    coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> b = coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB>(int8_t(-3));
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c = coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0x7ffffff0);
    coopMatStore(coopMatMulAdd(a, b, c, gl_MatrixOperandsSaturatingAccumulation), clamped, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(coopMatMulAdd(a, b, c), wrapped, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
