#version 460
layout(local_size_x = 1) in;
float f(vec2 a, float b) { return 1.0; }
float f(vec3 a) { return 1.0; }
float g(float a, double b) { return 1.0; }
float g(double a, float b) { return 1.0; }
void h(out int x) { x = 1; }
void k(inout float x) { }
void main() {
    f(vec4(1.0));
    f(vec2(1.0), vec2(1.0));
    f();
    g(1.0, 1.0);
    float x;
    h(x);
    h(3);
    int i;
    k(i);
    const int c = 1;
    h(c);
    min(vec2(1.0), vec3(1.0));
    min(true, false);
    barrier(1);
    dot(1.0);
}
