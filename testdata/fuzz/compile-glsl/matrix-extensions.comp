#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer B { uint64_t a[]; };
void main() {
  coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> n = coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(int(a[0]));
  coopmat<int64_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m = coopmat<int64_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(n);
  m = m * 2147483648L;
  m = -m - m;
  a[4] = m[0];
}
