#version 460
#include "common.glsl"
int a = SIZE;
