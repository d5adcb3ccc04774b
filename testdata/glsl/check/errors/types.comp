#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { float f; vec3 v; mat3 m; int i; uint u; bool b; };
struct S { sampler2D t; int n; };
void main() {
    i = f;
    i = 1.0;
    u = -1.5;
    i = u;
    b = i;
    v = f;
    f = v;
    v = vec3(1.0) + vec2(1.0);
    v = m * vec2(1.0);
    f = v < v;
    f = v % 2.0;
    i = i & 1.0;
    b = i && b;
    b = !i;
    v = ~v;
    i = f << 1;
    b = v == m;
    i = b ? 1 : vec2(0.0);
    if (i) f = 1.0;
    while (f) { }
    i = i + b;
    f += v;
    i += 1.0;
    i <<= 1.0;
    b++;
    +b;
    f = (f, b);
    for (;i;) { }
}
