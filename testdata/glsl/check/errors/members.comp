#version 460
layout(local_size_x = 1) in;
struct Point { int column; int row; };
layout(std430, binding = 0) buffer B { vec3 v; Point p; float a[4]; mat2 m; int tail[]; };
void main() {
    v.w = 1.0;
    v.xg = vec2(1.0);
    v.xyzxy;
    v.foo = 1.0;
    p.colum = 3;
    a.x = 1.0;
    a[4] = 1.0;
    a[-1] = 1.0;
    v[3] = 1.0;
    m[2] = vec2(0.0);
    a[1.0] = 1.0;
    p[0] = 1;
    p.length();
    a.size();
    a.length(1);
    v.xx = vec2(1.0);
    tail = tail;
    tail[-1] = 3;
    float s = 1.0;
    s.y = 1.0;
}
