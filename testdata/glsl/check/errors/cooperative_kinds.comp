#version 460
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// All matrices have one component kind, memory has scalars or 32-bit vectors of 2 or 4, and type names
// are keywords.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { uvec3 threes[4]; ivec2 pairs[4]; vec4 fours[4]; bool truths[4]; int8_t bytes[4]; };
layout(std430, binding = 1) readonly buffer ReadOnly { float16_t in_values[]; };
layout(std430, binding = 2) writeonly buffer WriteOnly { float16_t out_values[]; };
void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> f;
    icoopmatNV<8, gl_ScopeSubgroup, 8, 8> i;
    ucoopmatNV<8, gl_ScopeSubgroup, 8, 8> u;
    i = coopMatMulAddNV(i, u, i);
    u = coopMatMulAddNV(i, i, u);
    f = coopMatMulAddNV(i, i, f);
    f = coopMatMulAddNV(f, f);
    i = coopMatMulAddNV(f, f, i);
    f = u;
    i = u;
    coopMatLoadNV(f, threes, 0, 4, false);
    coopMatLoadNV(u, threes, 0, 4, false);
    coopMatLoadNV(f, pairs, 0, 4, false);
    coopMatLoadNV(f, fours, 0, 4, false);
    coopMatLoadNV(f, truths, 0, 4, false);
    coopMatLoadNV(f, bytes, 0, 4, false);
    coopMatLoadNV(i, fours, 0, 4, false);
    coopMatLoadNV(f, in_values, 0.5, 4, false);
    coopMatLoadNV(f, in_values, 0, 4);
    coopMatLoadNV(f, out_values, 0, 4, false);
    coopMatStoreNV(f, in_values, 0, 4, false);
    coopMatStoreNV(f, fours[0], 0, 4, false);
    f.length(1);
    f + 1.0;
    (f * i);
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> shared_sizes[f];
}
shared icoopmatNV<8, gl_ScopeSubgroup, 8, 8> in_shared;
int fcoopmatNV;
void icoopmatNV() { int ucoopmatNV; }
