#version 460
// run: --dispatch 1 --storage 0=zeros:256 --storage 1=zeros:256 --dump 0=f16 --dump 1=u8
// also: --coopmat khr
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Rows of a matrix are contiguous in memory, whatever the elements of the array: halves and bytes in shared memory.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Halves { float16_t halves[]; };
layout(std430, binding = 1) buffer Bytes { int8_t bytes[]; };
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
    for (uint k = gl_LocalInvocationIndex; k < 64u; k += 32u) {
        halves[64u + k] = shared_halves[k];
        bytes[64u + k] = shared_bytes[k];
    }
}
