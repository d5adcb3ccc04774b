#version 450
// Variables as SSA values: parts of vectors, structs and small arrays; short circuits and conditionals.
layout(local_size_x = 1) in;
struct Pair { vec2 at; int n[2]; };
layout(std430, binding = 0) buffer B { float f; int i; vec4 v; uint u; };
float costly(float x) { return x * x; }
void main() {
    Pair p = Pair(v.xy, int[2](i, 7));
    p.at.yx *= 2.0;
    p.n[1] = p.n[0]++ - --p.n[1];
    f = p.at.x > 1.0 && p.n[0] < 3 ? p.at.y : float(p.n[1]);
    bool deep = f > 0.0 || costly(f) > 2.0;
    v = deep ? vec4(f) : v.wzyx;
    v.zx += vec2(1.0, costly(f));
    float same = deep ? costly(f) : costly(p.at.y);
    u = uint(same) << 3 | uint(deep);
    i = (i /= 3, i % 5);
}
