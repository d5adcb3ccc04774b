#version 460
#extension GL_EXT_buffer_reference : require
// `readonly`, `writeonly` and `restrict` of blocks and of their members reach the types of references and the variables.
layout(local_size_x = 1) in;
layout(buffer_reference, std430) readonly restrict buffer Source { uint values[]; };
layout(buffer_reference, std430) writeonly buffer Target { uint values[]; };
layout(buffer_reference, std430) writeonly buffer Counter { uint count; };
layout(buffer_reference, std430) buffer Mixed { readonly uint first; uint second; };
layout(std430, binding = 0) restrict buffer Data { Source source; Target target; Counter counter; Mixed mixed; };
layout(std430, binding = 1) buffer Part { readonly restrict uint scale; uint bias; };
void main() {
    // Element 0 has the alignment of the reference, other elements that of the element.
    target.values[0] = source.values[0] * scale + source.values[gl_LocalInvocationIndex];
    // An atomic reads, so `Counter` loses `writeonly`.
    atomicAdd(counter.count, 1u);
    mixed.second = mixed.first + bias;
}
