#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_samplerless_texture_functions : require
// The shader computes the offsets of what is in blocks of heaps.
layout(local_size_x = 32) in;
layout(buffer_type, std430) buffer Items { uint count; vec4 items[]; };
struct Material { texture2D map; vec4 tint; };
resourceheap Heap { uint count; Items items; Material materials[]; } heap;
samplerheap Samplers { sampler list[]; } samplers;
void main() {
    uint lane = gl_LocalInvocationIndex;
    vec4 texel = textureLod(sampler2D(heap.materials[lane].map, samplers.list[0]), vec2(0.5), 0.0);
    heap.items.items[heap.count] = texel * heap.materials[lane].tint;
}
