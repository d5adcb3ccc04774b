#version 460
// In an array of storage blocks, NVIDIA's driver returns the length of another block for a constant index, if the
// program also queries a length with a variable index. It does so for `unknown`, not for `known`.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer First { uint total; uint items[]; } first;
layout(std430, binding = 1) readonly buffer Unknown { uint total; uint items[]; } unknown[3];
layout(std430, binding = 4) readonly buffer Known { uint total; uvec2 items[]; } known[3];
layout(std430, binding = 7) readonly buffer Last { uvec4 total; uvec4 items[]; } last;
layout(std430, binding = 8) buffer Out { int d; int o[]; };

void main() {
    o[0] = int(first.items.length());
    o[1] = int(unknown[0].items.length());
    o[2] = int(unknown[1].items.length());
    o[3] = int(unknown[2].items.length());
    o[4] = int(unknown[d].items.length());
    o[5] = int(unknown[d + 1].items.length());
    o[6] = int(known[0].items.length());
    o[7] = int(known[1].items.length());
    o[8] = int(known[2].items.length());
    o[9] = int(last.items.length());
    o[10] = int(first.total + unknown[0].total + unknown[1].total + unknown[2].total);
    o[11] = int(known[0].total + known[1].total + known[2].total + last.total.x);
}
