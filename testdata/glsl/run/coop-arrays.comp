#version 460
// run: --dispatch 1 --storage 0=zeros:256 --storage 1=zeros:256 --storage 2=iota_u32@1024 --storage 3=zeros:256 --dump 0=f16 --dump 1=u8 --dump 3=u32
// also: --coopmat khr
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Rows of a matrix are contiguous in memory, whatever the elements of the array: halves and bytes in shared memory, and
// elements that are 16 bytes apart in std140.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Halves { float16_t halves[]; };
layout(std430, binding = 1) buffer Bytes { int8_t bytes[]; };
layout(std140, binding = 2) readonly buffer Far { uint far[64]; };
layout(std430, binding = 3) buffer To { uint to[]; };
shared float16_t shared_halves[64];
shared int8_t shared_bytes[64];
void main() {
    for (uint k = gl_LocalInvocationIndex; k < 64u; k += 32u) {
        shared_halves[k] = float16_t(k + 1u);
        shared_bytes[k] = int8_t(k) - int8_t(32);
    }
    barrier();
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> h;
    coopMatLoadNV(h, shared_halves, 0, 8, false);
    coopMatStoreNV(h, halves, 0, 8, false);
    icoopmatNV<8, gl_ScopeSubgroup, 8, 8> b;
    coopMatLoadNV(b, shared_bytes, 0, 8, true);
    coopMatStoreNV(b, bytes, 0, 8, false);
    ucoopmatNV<32, gl_ScopeSubgroup, 8, 8> u;
    coopMatLoadNV(u, far, 0, 8, false);
    coopMatStoreNV(u, to, 0, 8, false);
    for (uint k = gl_LocalInvocationIndex; k < 64u; k += 32u) {
        halves[64u + k] = shared_halves[k];
        bytes[64u + k] = shared_bytes[k];
    }
}
