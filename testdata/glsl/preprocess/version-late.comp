#define A
#version 460
