#version 460
#extension GL_EXT_descriptor_heap : require
layout(local_size_x = 1) in;
layout(buffer_type) buffer Buffer { uint a; };
layout(heap_offset = 4) resourceheap Heap { layout(descriptor_size = 16) Buffer b; } heap;
void main() {
    heap.b.a = 1;
}
