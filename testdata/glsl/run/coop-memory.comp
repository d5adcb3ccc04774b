#version 460
// run: --dispatch 1 --storage 0=iota_u32@1024 --storage 1=zeros:4096 --dump 1=f32
// also: --coopmat khr
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#if GL_NV_cooperative_matrix != 1 || GL_NV_integer_cooperative_matrix != 1
#error the macros are 1
#endif
// Where elements lie: by rows and columns, from an element on, strides in elements of the array whatever
// the matrix is made of; conversions, operators, the elements that an invocation holds.
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { float to[]; };
shared uvec4 fours[64];
shared uvec2 pairs[128];
void main() {
    uint lane = gl_LocalInvocationIndex;
    for (uint k = lane; k < 64u; k += 32u) fours[k] = uvec4(from[4u * k], from[4u * k + 1u], from[4u * k + 2u], from[4u * k + 3u]);
    barrier();
    ucoopmatNV<32, gl_ScopeSubgroup, 8, 8> words;
    coopMatLoadNV(words, from, 3, 9, false);
    coopMatStoreNV(fcoopmatNV<32, gl_ScopeSubgroup, 8, 8>(words), to, 0, 8, false);
    coopMatLoadNV(words, from, 3, 9, true);
    coopMatStoreNV(fcoopmatNV<32, gl_ScopeSubgroup, 8, 8>(words), to, 64, 8, false);
    // Strides in elements of 16 bytes.
    coopMatLoadNV(words, fours, 1, 3, false);
    coopMatStoreNV(words, pairs, 2, 4, false);
    barrier();
    icoopmatNV<32, gl_ScopeSubgroup, 8, 8> back;
    coopMatLoadNV(back, pairs, 2, 4, true);
    back = -back + icoopmatNV<32, gl_ScopeSubgroup, 8, 8>(words) * 2 - back / icoopmatNV<32, gl_ScopeSubgroup, 8, 8>(3);
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> halves = fcoopmatNV<16, gl_ScopeSubgroup, 8, 8>(back);
    int count = 0;
    for (int k = 0; k < halves.length(); ++k) {
        halves[k] = halves[k] * float16_t(0.5);
        count += 1;
    }
    coopMatStoreNV(fcoopmatNV<32, gl_ScopeSubgroup, 8, 8>(halves), to, 128, 8, true);
    if (lane == 0u) to[192] = float(count);
}
