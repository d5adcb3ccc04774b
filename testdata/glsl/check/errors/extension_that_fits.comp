#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// The help names the extension whose overload matches, not one with an overload of a similar type.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Halves { f16vec2 two; f16vec4 four; float16_t one; };
shared float single;
void main() {
    atomicAdd(two, f16vec2(1.0));
    atomicMax(four, f16vec4(1.0));
    atomicAdd(one, float16_t(1.0));
    atomicMax(single, 1.0);
}
