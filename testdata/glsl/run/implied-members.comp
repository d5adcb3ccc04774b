#version 460
// run: --dispatch 1 --storage 0=zeros:64 --uniform 0=f32:0,1,2,3,4,5,6,7,8,9,10,11 --storage 1=zeros:32 --dump 0=x32 --dump 1=i32
// Arrays without size in blocks have as many elements as their greatest constant index asks for, and what is
// behind them lies there (GLSL 4.1.9).
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Out {
    int a[];
    layout(align = 16) int b;
    float c[], d;
    uint rest[];
} o;
layout(std140, binding = 0) uniform In { vec2 u[]; };
layout(std430, binding = 1) buffer Named { ivec2 e[]; int f; };
void set(int x) { o.c[1] = float(x); }
void main() {
    o.a[0] = 1;
    o.a[2] = 3;
    o.b = 4;
    set(5);
    o.d = 6.0;
    o.rest[0] = 7u;
    o.rest[o.rest.length() - 1] = uint(u[2].y);
    e[1] = ivec2(8, 9);
    f = 10;
}
