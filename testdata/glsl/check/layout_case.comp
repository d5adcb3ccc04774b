#version 460
// The names of layout qualifiers are not case sensitive (GLSL §4.4).
layout(Local_Size_X = 4, LOCAL_SIZE_Y = 2) in;
layout(STD430, Binding = 1) buffer B { uint n[]; };
layout(RGBA8, binding = 2) uniform image2D i;
void main() { n[gl_LocalInvocationIndex] = uint(imageLoad(i, ivec2(0)).x); }
