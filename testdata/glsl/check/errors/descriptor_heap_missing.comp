#version 460
layout(local_size_x = 1) in;
layout(descriptor_heap) buffer Heap { uint a; } heap[];
void main() {
    heap[0].a = 1u;
}
