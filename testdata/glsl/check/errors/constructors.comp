#version 460
layout(local_size_x = 1) in;
struct S { int a; float b; };
uniform sampler2D t;
void main() {
    vec4 a = vec4(1.0, 2.0);
    vec2 b = vec2(1.0, 2.0, 3.0);
    mat2 c = mat2(mat3(1.0), 1.0);
    mat2 d = mat2(1.0, 2.0, 3.0);
    S e = S(1);
    S f = S(1, vec2(0.0));
    int g[2] = int[2](1, 2, 3);
    int h[2] = int[](1, 2, 3);
    float i = float(t);
    float j = float();
    S k = S(1.0, 1.0);
    vec3 l = { 1.0, 2.0 };
    S m = { 1, 2.0, 3 };
    sampler2D n = sampler2D(1);
    vec3 o = vec3(S(1, 1.0));
    int p[2] = { 1, 2, 3 };
    S q = {};
}
