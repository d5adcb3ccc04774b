#version 460
#extension GL_GOOGLE_include_directive : require
#include "b.glsl"
#include <in c#d$.glsl>
#include "b.glsl"
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) buffer B { uint words[]; };
void main() { words[gl_LocalInvocationIndex] = VALUE; }
