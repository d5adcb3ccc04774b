#version 460
// options: --flavour=vulkan
// Opaque expression statements: their indices have side effects.
layout(local_size_x = 4) in;
layout(set = 2, binding = 0) uniform sampler2D s[2][3];
layout(set = 1, binding = 0) buffer B { float v[8]; } b[2];
void f(sampler2D t) { t; (t); }
void main() {
    int k = 0;
    (s[0][1]);
    s[0];
    s[k++][k += 2];
    s[1][k++];
    b[1];
    for (; k < 9; s[0][k++]) {}
    for (s[0][k]; k < 10; s) { break; }
}
