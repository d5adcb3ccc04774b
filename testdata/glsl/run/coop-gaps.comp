#version 460
// run: --dispatch 1 --storage 0=iota_u32@1024 --storage 1=zeros:256 --dump 1=u32
// also: --coopmat khr
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Rows of a matrix are contiguous in memory, also where the elements of the array are 16 bytes apart, in std140.
layout(local_size_x = 32) in;
layout(std140, binding = 0) readonly buffer Far { uint far[64]; };
layout(std430, binding = 1) buffer To { uint to[]; };
void main() {
    ucoopmatNV<32, gl_ScopeSubgroup, 8, 8> u;
    coopMatLoadNV(u, far, 0, 8, false);
    coopMatStoreNV(u, to, 0, 8, false);
}
