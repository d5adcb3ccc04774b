#version 460
// run: --dispatch 1 --storage 0=zeros:256 --dump 0=u32
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Indices of 64 bits, signed and unsigned, also in atomics; lengths of 64 bits.
#pragma shader_64bit_indexing
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
void main() {
    uint64_t up = uint64_t(gl_LocalInvocationIndex) * 0x100000000ul >> 32;
    int64_t down = 63l - int64_t(up);
    a[up] = gl_LocalInvocationIndex;
    a[down] = 100u + a[up];
    barrier();
    int small[4];
    if (up == 1ul) a[a.length64() - 1l + small.length64() - 4l] = uint(a.length64() >> 32) + 7u;
    atomicAdd(a[down - 31l + int64_t(up)], 1u);
}
