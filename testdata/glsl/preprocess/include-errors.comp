#version 460
#extension GL_GOOGLE_include_directive : require
#include
#include 7
#include ""
#include "common.glsl" more
