#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer A { float16_t a[]; };
layout(set = 0, binding = 1, std430) coherent buffer C { float c[]; };
void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 16, 8> left;
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 16> right = fcoopmatNV<16, gl_ScopeSubgroup, 8, 16>(2.0);
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 16> sum = fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>(0.0);
    coopMatLoadNV(left, a, 0, 8, false);
    sum = coopMatMulAddNV(left, right, sum) * 0.5;
    for (int k = 0; k < sum.length(); ++k) sum[k] = sum[k] + 1.0;
    coopMatStoreNV(-sum, c, 16, 16, true);
}
