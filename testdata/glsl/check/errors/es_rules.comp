#version 310 es
// Rules of GLSL ES that desktop GLSL does not have.
layout(local_size_x = 1) in;
int a = 1;
int b = a;
const int c = 2;
int d = c + 1;
uniform sampler2D has_default;
uniform sampler3D needs_precision;
uniform highp sampler3D has_precision;
layout(r32f, binding = 0) readonly uniform image2D image_without;
precision mediump isampler2D;
uniform isampler2D has_statement;
layout(binding = 0) uniform atomic_uint counter;
float sin(float x) { return x; }
float cosine(float x) { return cos(x); }
void main() {
    const uint local = gl_LocalInvocationIndex;
    const uint fine = gl_WorkGroupSize.x + uint(c);
    precise float sum = 1.0;
}
