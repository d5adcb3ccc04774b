#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { highp float f; uint u; };
void main() {
    f = 1;
    u = 1;
    f = f + 1;
    double d;
    f = u;
    sampler2D t;
}
