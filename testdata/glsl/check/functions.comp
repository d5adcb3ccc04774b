#version 460
// Overloads, prototypes, array and struct parameters, copy-out with conversions.
layout(local_size_x = 1) in;
struct S { int n[2]; };
float f(float x);
float f(vec2 x) { return f(x.x) + f(x.y); }
double f(double x) { return x; }
float f(float x) { return x * 2.0; }
int total(const int list[3], const in S s) { return list[0] + s.n[1]; }
void give(out int i, inout uint u) { i = 1; u = 2u; }
precise float exact(float a, float b) { precise float c = a * b; return c + a; }
float abs(int x) { return 1.0; }
layout(std430, binding = 0) buffer B { float o; float back; int list[3]; };
int counter = 3;
int from_input = int(gl_LocalInvocationIndex);
void main() {
    S s;
    s.n = int[2](1, 2);
    uint u;
    give(list[0], u);
    give(counter, u);
    o = f(1) + f(vec2(1, 2)) + float(f(1.0lf)) + total(list, s) + exact(o, back) + abs(3) + abs(-3.0);
    o += from_input;
    float widened;
    give(counter, u);
}
