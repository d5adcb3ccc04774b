#version 460
// run: --dispatch 1 --storage 0=zeros:24 --uniform 1=u32:10 --uniform 2=u32:11 --uniform 3=u32:12 --uniform 4=u32:13 --uniform 5=u32:14 --uniform 6=u32:15 --storage 2=u32:100 --storage 3=u32:101,1 --storage 4=u32:102,1,1 --storage 5=u32:103,1,1,1 --dump 0=u32 --dump 5=u32
// Arrays of arrays of blocks are one array of descriptors: element [i][j] of [2][3] is number 3 i + j.
layout(local_size_x = 1) in;
layout(binding = 0) buffer To { uint to[]; };
layout(binding = 1) uniform From { uint from; } from[2][3];
layout(binding = 2) buffer Lists { uint first; uint rest[]; } lists[2][2];
void main() {
    for (uint i = 0; i < 6; i++) {
        to[i] = from[i / 3][i % 3].from + lists[1][i & 1].first * 1000;
        if (i < 4) to[i] += uint(lists[i >> 1][i & 1].rest.length()) * 1000000;
    }
    lists[1][1].rest[2] = from[1][2].from;
}
