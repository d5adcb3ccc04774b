#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer B { uint64_t a[]; };
void main() {
  uint64_t x = a[0] / a[1], y = a[2] % a[3];
  ucoopmatNV<64, gl_ScopeSubgroup, 16, 16> m = ucoopmatNV<64, gl_ScopeSubgroup, 16, 16>(x), n = ucoopmatNV<64, gl_ScopeSubgroup, 16, 16>(y);
  m = m + n;
  a[4] = m[0];
}
