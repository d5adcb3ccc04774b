#version 460
#extension GL_EXT_buffer_reference : require
// Valid resource declarations: blocks of one name and different storage, member qualifiers that
// repeat the block's, adjacent locations and offsets.
layout(local_size_x = 1024, local_size_y = 1) in;
layout(binding = 0) buffer Name { buffer int a; } named1;
layout(binding = 1) uniform Name { uniform int a; layout(offset = 16, align = 16) vec4 b; } named2;
layout(location = 0) uniform int three[3];
layout(location = 3) uniform int after;
layout(binding = 2, offset = 4) uniform atomic_uint second;
layout(binding = 2, offset = 0) uniform highp atomic_uint first;
layout(binding = 3) uniform atomic_uint other;
layout(binding = 4, r32f) uniform image2D image;
coherent volatile restrict shared int memory;
precision highp float;
precision mediump int;
precision lowp sampler3D;
layout(buffer_reference) buffer Reference { int pointed; };
layout(binding = 5) uniform Addresses { Reference reference; };
int restricted(restrict Reference r) { return r.pointed; }
float read(layout(r32f) image2D i) { precision lowp float; return imageLoad(i, ivec2(0)).x; }
void main() {
    memory = named2.a + three[2] + after + int(read(image));
    named1.a = memory + restricted(reference) + int(atomicCounter(first) + atomicCounter(second) + atomicCounter(other));
    imageAtomicExchange(image, ivec2(0), 1.0);
}
