#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer B { uint64_t a[]; };
void main() {
  icoopmatNV<32, gl_ScopeSubgroup, 16, 16> n = icoopmatNV<32, gl_ScopeSubgroup, 16, 16>(int(a[0]));
  icoopmatNV<64, gl_ScopeSubgroup, 16, 16> m = icoopmatNV<64, gl_ScopeSubgroup, 16, 16>(n);
  m = m * 2147483648L;
  m = -m - m;
  a[4] = m[0];
}
