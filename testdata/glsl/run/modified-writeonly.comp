#version 460
// run: --dispatch 1 --storage 0=u32:1,2,3,4,5,6,7,8 --storage 1=u32:1,2,3,4,5 --dump 0=u32 --dump 1=u32
// What is declared `writeonly` can be modified, as in other compilers; the block is then not NonReadable.
layout(local_size_x = 1) in;
layout(std430, binding = 0) writeonly buffer R { uint r[]; };
layout(std430, binding = 1) buffer Members { writeonly uint q[4]; uint z; };
void change(inout uint value) { value *= 3u; }
void main() {
    r[0] |= 8u;
    atomicAdd(r[1], 40u);
    r[2]++;
    change(r[3]);
    q[1] += z;
    z = atomicMax(q[2], 30u);
}
