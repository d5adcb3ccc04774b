#version 460
// run: --dispatch 1 --storage 0=iota_u32@64 --storage 1=zeros:64 --dump 1=u32
// Members of a block whose offsets do not increase.
layout(local_size_x = 1) in;
struct Pair { uint x, y; };
layout(std430, binding = 0) buffer In {
    layout(offset = 24) uint late;
    uint after;
    layout(offset = 8) Pair pair;
    layout(offset = 0) uint first;
    layout(offset = 32) uint rest[];
};
layout(std430, binding = 1) buffer Out { uint words[]; };
void main() {
    words[0] = late;
    words[1] = after;
    words[2] = pair.y;
    words[3] = first;
    words[4] = rest[1];
    words[5] = uint(rest.length());
}
