#version 460
// Lvalues: swizzles, members, elements.
layout(local_size_x = 1) in;
struct S { vec4 v; float a[3]; };
layout(std430, binding = 0) buffer B { S s[2]; int i; uint tail[]; } b;
void set(out vec2 p, inout float q) { p = vec2(q); q += 1.0; }
void main() {
    vec4 v = vec4(0.0);
    v.zyx = vec3(1.0, 2.0, 3.0);
    v.w++;
    v[b.i] = 4.0;
    S copy = b.s[1];
    copy.a[b.i] = v.x;
    copy.v.xy = copy.v.yx;
    set(copy.v.zw, copy.a[1]);
    b.s[b.i] = copy;
    b.s[0].v.x -= 2.0;
    b.tail[b.tail.length() - 1] ^= 5u;
    float f = 1.0;
    f.x = f.xx.y;
    mat3 m;
    m[1].yz *= 2.0;
    int n = b.i++ + --b.i, k = (n, n + 1);
    bool t = n == k ^^ n < k;
    if (t) f = -f; else f = +f;
}
