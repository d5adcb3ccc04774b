#version 460
// run: --dispatch 1 --storage 0=zeros:64 --dump 0=u32
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_scalar_block_layout : require
// The default layout of shared blocks, which differs from that of buffers: the same memory seen through three blocks.
layout(local_size_x = 1) in;
layout(std140) buffer;
layout(scalar) shared;
layout(binding = 0, std430) buffer Out { uint words[]; };
shared Raw { uint raw[16]; };
shared Packed { uvec3 first; uint second; uint list[3]; };
layout(std140) shared;
shared Padded { uvec3 a; uvec3 b; };
void main() {
    for (uint i = 0u; i < 16u; i++) raw[i] = 100u + i;
    barrier();
    words[0] = second;
    words[1] = list[2];
    words[2] = b.x;
    words[3] = first.z;
}
