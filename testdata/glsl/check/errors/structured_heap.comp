#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
// Buffer types have no variable, and are only for blocks in heaps.
layout(buffer_type, binding = 1) buffer Bound { uint a; };
layout(buffer_type) buffer Named { uint a; } named;
layout(buffer_type) buffer Buffer { uint a; };
layout(buffer_type) uniform Table { uint a; };
struct Pair { Buffer first; uint second; };
uniform Pair pair;
uint read(Buffer from) { return 0; }
// What a block in a heap is.
resourceheap Nameless { uint a; };
resourceheap Several { uint a; } several[2];
readonly resourceheap Qualified { uint a; } qualified;
layout(binding = 2) resourceheap Placed { uint a; } placed;
resourceheap uint word;
// What a heap holds.
resourceheap Resources { sampler a; sampler2D b; atomic_uint c; Buffer d; uint e[]; uint f; } resources;
samplerheap Samplers { texture2D a; Buffer b; sampler c; } samplers;
// Qualifiers of members.
resourceheap Members {
    const uint a;
    uniform Buffer b;
    readonly uint c;
    layout(descriptor_size = 16) uint d;
    layout(descriptor_size = 0) Buffer e;
    layout(descriptor_size = 64) Pair f;
    layout(offset = 4098) uint g;
    layout(offset = 4096) uint h;
    layout(offset = 4096) uint i;
    layout(align = 16) uint j;
    layout(r32f) Table k;
    image2D l;
} members;
// Offsets do not change while the shader runs.
uint changing;
layout(binding = 3) buffer Memory { uint at; } memory;
layout(heap_offset = changing) resourceheap A { uint a; } a;
layout(heap_offset = memory.at) resourceheap B { uint a; } b;
layout(heap_offset = -1) resourceheap C { uint a; } c;
layout(heap_offset) resourceheap D { uint a; } d;
layout(heap_offset = 4) buffer E { uint a; } e;
layout(binding = 4) buffer Result { uint result; };
void main() {
    members.g = 1;
    result = members.f;
    Pair copy = members.f;
    result += members.e;
}
