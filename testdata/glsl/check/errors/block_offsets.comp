#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(std430) shared;
#extension GL_EXT_shared_memory_block : require
layout(std430, binding = 1) shared;
layout(binding = 0) buffer A { layout(offset = 8) uint a; layout(offset = 0) uint b; uint c; uint d; };
layout(binding = 1) buffer B { layout(offset = 16) uvec2 e; layout(offset = 20) uint f; uint g; };
layout(binding = 2) buffer C { layout(offset = 64) uint h; layout(offset = 0) uint i[]; };
layout(binding = 3) uniform D { layout(offset = 16) uint j; layout(offset = 0) uint k[2]; };
shared E { uint n[2]; } o[2];
shared uint64_t l, m;
void main() { m = uaddCarry(l, l, m); }
