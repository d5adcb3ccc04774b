#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { int value; Node next; };
layout(buffer_reference) buffer Words;
layout(buffer_reference, std430) readonly buffer Words { uint w[]; };
layout(std430, binding = 0) buffer Root { Node first; Words words; uint64_t address; uvec2 pair; };
Node last(Node n) { while (uint64_t(n.next) != 0ul) n = n.next; return n; }
void main() {
    Node n = first;
    n.next.next.value += 3;
    n = Node(address);
    n += 1;
    n = n + 2;
    Node m = 1 + n;
    m -= 4u;
    int64_t apart = m - n;
    m[3].value = int(words.w[5]);
    first = address > 5ul ? n : Node(pair);
    address = uint64_t(last(n));
    pair = uvec2(m);
    Words other = Words(m);
}
