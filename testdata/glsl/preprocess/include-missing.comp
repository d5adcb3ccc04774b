#version 460
#extension GL_ARB_shading_language_include : enable
#include "missing.glsl"
int a;
