#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer B { uint64_t a[]; };
void main() {
  uint64_t x = a[0] / a[1], y = a[2] % a[3];
  coopmat<uint64_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m = coopmat<uint64_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(x), n = coopmat<uint64_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(y);
  m = m + n;
  a[4] = m[0];
}
