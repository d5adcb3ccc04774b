#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_scalar_block_layout : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;

layout(buffer_reference) buffer Node;
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer Node {
    Node next;
    uint value;
    float weights[3];
};
layout(buffer_reference, std430) readonly buffer Heads { Node first[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word { uint w; };
layout(push_constant, std430) uniform Root {
    Heads heads;
    uint64_t totals;
    uvec2 spare;
    uint count;
} root;

float visit(Node n, inout uint steps) {
    float sum = 0.0;
    for (; uint64_t(n) != 0ul && steps < 1000u; n = n.next, ++steps) {
        sum += n.weights[0] * n.weights[1] - n.weights[2];
        atomicAdd(n.value, 1u);
    }
    return sum;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= root.count) return;
    uint steps = 0;
    Node head = root.heads.first[i];
    float sum = visit(head, steps);
    Word total = Word(root.totals);
    Word mine = total + (i & 15);
    atomicAdd(mine.w, floatBitsToUint(sum));
    total[16].w = steps;
    Word other = Word(root.spare);
    other.w = uint(uvec2(mine).x ^ uvec2(head.next).y);
    Word(uint64_t(total) + 256).w = other[2].w;
}
