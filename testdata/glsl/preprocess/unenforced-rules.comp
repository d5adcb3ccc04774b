#version 460
#include "common.glsl"
#if NOT_DEFINED
#endif
int a = SIZE;
#extension GL_EXT_shader_16bit_storage : require
#include <common.glsl>
