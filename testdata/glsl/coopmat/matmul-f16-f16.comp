#version 460
#extension GL_GOOGLE_include_directive : require
// Half-precision matrices, sums of half precision.
#define DEPTH 16
#define ELEMENT float16_t
#include "matmul.glsl"
