#version 460
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : enable
layout(local_size_x = 64) in;
shared Words { uint words[256]; };
shared Halves { f16vec2 pairs[256]; } halves;
layout(std430) shared Vectors { vec4 vectors[64]; } vectors;
layout(set = 0, binding = 0) buffer B { uvec4 data[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    for (uint k = 0; k < 4; ++k) words[i * 4 + k] = data[i][k];
    barrier();
    halves.pairs[i] += f16vec2(0.5hf);
    barrier();
    data[i] = floatBitsToUint(vectors.vectors[i ^ 1]);
    atomicAdd(words[0], 1);
}
