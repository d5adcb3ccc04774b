#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
// The qualifiers of a buffer reference are those of accesses through it.
layout(buffer_reference, std430) coherent buffer Shared { uint a; };
layout(buffer_reference, std430) volatile buffer Device { uint a; };
layout(std430, binding = 0) buffer A { Shared s; Device d; };
void main() { s.a = d.a; }
