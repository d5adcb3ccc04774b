#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
void main() {
    coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> a = coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA>(int8_t(1));
    coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> b = coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB>(int8_t(1));
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c = coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1);
    c = coopMatMulAdd(a, b, c, gl_MatrixOperandsSaturatingAccumulation);
}
