#version 460
// run: --dispatch 1 --storage 0=zeros:512 --storage 1=zeros:1024 --storage 2=zeros:512 --dump 0=u32 --dump 1=u32 --dump 2=u32
// also: --coopmat khr
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Several elements of a matrix in one number in memory, by rows and by columns, and one element in several numbers.
layout(local_size_x = 64) in;
layout(constant_id = 0) const bool COLUMNS = true;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 1) buffer Fours { uvec4 fours[]; };
layout(std430, binding = 2) buffer Bytes { uint8_t bytes[]; };
shared uint64_t longs[64];
#define SUBGROUP(type, bits) type##coopmatNV<bits, gl_ScopeSubgroup, 8, 8>
void main() {
    uint lane = gl_LocalInvocationIndex, warp = lane / 32u;
    longs[lane] = 0ul;
    for (uint k = lane; k < 128u; k += 64u) words[k] = 0x3c003800u + k * 0x00010003u;
    memoryBarrierBuffer();
    barrier();
    SUBGROUP(f, 16) halves;
    coopMatLoadNV(halves, words, 40u * warp, 5u, false);
    coopMatStoreNV(halves, fours, 12u * warp, 1u, false);
    coopMatStoreNV(halves + halves, longs, 32u * warp, 3u, true);
    SUBGROUP(i, 8) small;
    coopMatLoadNV(small, words, 32u * warp, 3u, true);
    coopMatStoreNV(small, words, 80u + 24u * warp, 2u, COLUMNS);
    coopMatStoreNV(small, fours, 24u + 8u * warp, 1u, false);
    coopMatStoreNV(SUBGROUP(i, 32)(small), bytes, 256u * warp, 32u, true);
    barrier();
    fours[28u].x = 0u;
    if (lane < 64u) words[lane] = uint(longs[lane]) ^ uint(longs[lane] >> 32);
}
