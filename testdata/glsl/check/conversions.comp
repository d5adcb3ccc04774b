#version 460
// The implicit conversions of the core language.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Out { float f; double d; uint u; vec4 v; dmat2 m; };
float half_of(float x) { return x / 2; }
void main() {
    int i = 3;
    u = i;
    f = i;
    d = f;
    f = u + i;
    d = i * f;
    v = ivec4(1, 2, 3, i);
    f += i;
    u += 2;
    f = half_of(i);
    m = mat2(1.0, 0.0, 0.0, f);
    bool b = i < u && f == i;
    f = b ? i : 1.5;
    u = u << i;
}
