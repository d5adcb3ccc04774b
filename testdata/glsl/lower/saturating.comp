#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
#define MATRIX(T, ROWS, COLUMNS, USE) coopmat<T, gl_ScopeSubgroup, ROWS, COLUMNS, gl_MatrixUse##USE>
layout(std430, binding = 0) buffer To { int to[]; };
void main() {
    MATRIX(int8_t, 16, 32, A) a = MATRIX(int8_t, 16, 32, A)(int8_t(1));
    MATRIX(int8_t, 32, 16, B) b = MATRIX(int8_t, 32, 16, B)(int8_t(1));
    MATRIX(int, 16, 16, Accumulator) c = MATRIX(int, 16, 16, Accumulator)(1);
    c = coopMatMulAdd(a, b, c, gl_MatrixOperandsSaturatingAccumulation);
    coopMatStore(c, to, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
