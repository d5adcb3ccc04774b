#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { int v[16]; vec4 f; ivec3 p; } b;
int global_counter = 0;
int bump() { return ++global_counter; }
void add(inout int a, inout int c, in int by) { a += by; c += a; global_counter += a; }
void rotate3(inout vec3 v, out float lost) { lost = v.x; v = v.yzx; }
int chain(out int a) { a = 7; return a * 2; }
void nested(inout ivec3 p) { add(p.x, p.y, 1); add(p[2], p.z, p.x); }
float early(int n, out float r) {
    r = 1.0;
    for (int i = 0; ; ++i) {
        if (i == n) return float(i);
        if (i > 10) { r = 2.0; break; }
        r *= 0.5;
    }
    return -1.0;
}
void main() {
    int k = 1;
    add(k, k, 2);
    add(b.v[bump()], b.v[global_counter++], k--);
    add(global_counter, k, bump());
    rotate3(b.f.wyx, b.f.z);
    nested(b.p);
    b.v[k & 15] = chain(b.v[(k + 1) & 15]) + chain(k);
    float r;
    b.f.x = early(k, r) + r;
    int[3] a = int[3](bump(), bump(), bump());
    b.v[15] = a[0] * 100 + a[1] * 10 + a[2] + (k > 0 && bump() > 3 || bump() < 0 ? bump() : -bump());
}
