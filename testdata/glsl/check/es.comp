#version 310 es
precision highp float;
precision mediump int;
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer B { highp float f[]; };
layout(binding = 0, r32f) readonly uniform highp image2D img;
void main() {
    uint i = gl_GlobalInvocationID.x;
    mediump float x = float(i) * 2.0;
    f[i] = mix(x, 1.0, 0.5);
}
