#version 460
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_KHR_shader_subgroup_basic : enable
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { int8_t a[]; };
layout(set = 0, binding = 1) readonly buffer B { uvec4 b[]; };
layout(set = 0, binding = 2) buffer C { int c[]; };
layout(set = 0, binding = 3) buffer D { float16_t d[]; };
#define ACC icoopmatNV<32, gl_ScopeSubgroup, 16, 16>
shared int8_t stage[16 * 32];
ACC relu(ACC m) {
    for (int i = 0; i < m.length(); i++) m[i] = max(m[i], 0);
    return m;
}
void scale(inout ACC m, int by) { m = m * by; }
void main() {
    ACC sum = ACC(0);
    for (uint i = gl_LocalInvocationIndex; i < stage.length(); i += 32) stage[i] = a[i + gl_WorkGroupID.x * 512];
    barrier();
    icoopmatNV<8, gl_ScopeSubgroup, 16, 32> ma;
    icoopmatNV<8, gl_ScopeSubgroup, 32, 16> mb;
    coopMatLoadNV(ma, stage, 0u, 32u, false);
    coopMatLoadNV(mb, b, 0u, 2u, true);
    sum = coopMatMulAddNV(ma, mb, sum);
    scale(sum, -2);
    sum = relu(-sum + ACC(7)) - sum / ACC(3);
    coopMatStoreNV(sum, c, gl_WorkGroupID.x * 256u, 16u, false);
    fcoopmatNV<16, gl_ScopeSubgroup, 16, 16> h = fcoopmatNV<16, gl_ScopeSubgroup, 16, 16>(sum);
    coopMatStoreNV(h, d, 0u, 16u, gl_ScopeSubgroup == 3);
}
