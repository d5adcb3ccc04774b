#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Out {
    int a[];
    int b[][];
    int c;
} o;
layout(std140, binding = 0) uniform In { vec2 u[]; };
layout(std430, binding = 1) buffer Far { int far[]; layout(offset = 4) int behind; };
layout(std430, binding = 2) buffer Huge { int huge[]; int last; };
void main() {
    int i = int(u[0].x);
    o.a[i] = 1;
    o.c = o.a.length();
    int whole[2] = o.a;
    far[1] = 1;
    huge[0x7fffffff] = 1;
    o.a[-1] = 1;
}
