#version 460
#extension GL_GOOGLE_include_directive : require
#include "nested.glsl"
#include "wrong.glsl"
#define ID(x) x
#define OUTER ID(WRONG)
int a = WRONG;
int b = OUTER;
int c = ID(09);
