#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { vec4 v; bool last; Node next; uint8_t bytes[]; };
layout(push_constant) uniform P { Node first; uint64_t raw; };
void main() {
    Node n = first;
    while (!n.last) n = n.next;
    n.v.y = float(Node(raw).bytes[3]);
    n.last = false;
    first.next = n;
    first.next = Node(uint64_t(n) + 16ul);
}
