#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
// Matrices of halves whose size the pipeline chooses, and of signed bytes.
layout(local_size_x = 32) in;
layout(constant_id = 8) const uint M = 16;
layout(constant_id = 9) const uint K = 8;

layout(set = 0, binding = 0) readonly buffer A { float16_t a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t b[]; };
layout(set = 0, binding = 2) buffer C { float c[]; };
layout(set = 0, binding = 3) buffer D { int8_t d[]; };

void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, M, K> left;
    fcoopmatNV<16, gl_ScopeSubgroup, K, 8> right;
    fcoopmatNV<32, gl_ScopeSubgroup, M, 8> sum;
    coopMatLoadNV(left, a, 0, K, false);
    coopMatLoadNV(right, b, 0, 8, false);
    coopMatLoadNV(sum, c, 0, 8, false);
    sum = coopMatMulAddNV(left, right, sum);
    coopMatStoreNV(sum, c, 0, 8, false);
    icoopmatNV<8, gl_ScopeSubgroup, 16, 16> bytes;
    coopMatLoadNV(bytes, d, 0, 16, false);
    coopMatStoreNV(bytes + bytes, d, 0, 16, false);
}
