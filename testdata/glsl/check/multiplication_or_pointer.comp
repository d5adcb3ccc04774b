#version 460
#extension GL_NV_shader_buffer_load : require
layout(local_size_x = 1) in;
struct S { int x; };
layout(std430, binding = 0) buffer B { int o[]; };
uniform S *from;
void main() {
    S * p;
    S * q[2], r;
    p = from;
    int a = 2, b = 3;
    a * b;
    {
        int S = 4;
        S * a;
        S * b, a = 5;
    }
    o[0] = p->x + a;
}
