#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#define FILE "common.glsl"
#include FILE
#include <where-am-i>
#include "nested.glsl" // a comment
int here = SIZE + __FILE__;
