#version 460
#extension GL_GOOGLE_include_directive : require
// Half-precision matrices, sums of single precision.
#define DEPTH 32
#define ELEMENT float
#include "matmul.glsl"
