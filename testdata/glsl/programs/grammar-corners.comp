#version 460
#extension GL_EXT_control_flow_attributes : enable
// What a grammar allows and few write.
layout(local_size_x = 1 + 3) in;;
layout(local_size_y = 4/2, local_size_z = (1)) in;
struct { int unnamed; } nameless;
struct S { int a, b[2], c; float d; } s1, s2[2];
const struct T { ivec2 v; } t = T(ivec2(1, 2));
struct Outer { S inner; S list[2][3]; };
int f(); int g(int); int h(in int x, const int);
int f() { return 1; }
int g(int) { return 2; }
int h(in int x, const int) { return x; }
void nothing(void) { }
int[2] pair() { return int[2](1, 2); }
int[2][3] grid(int[3] rows[2]) { return rows; }
float[] implied = float[](1.0, 2.0, 3.0);
vec4[3][2] a1; vec4[2] a2[3]; vec4 a3[3][2];
int counter = 0, other = counter + 1;
layout(std430, binding = 0) buffer B { S s; vec2 v[]; } block;
precise vec3 exact(precise vec3 x) { return x; }
highp float high(mediump vec2 p) { lowp int i = 0; return p.x + float(i); }
void main(void)
{
    ;{}{;}
    if (true) ; else { }
    for (;;) break;
    for (int i = 0, j = 1; i < 2; ++i, --j) continue;
    int k = 0;
    for (k = 3; bool again = k > 0; k--) { if (!again) break; }
    while (bool more = k < 3) { k++; if (more) continue; }
    do k--; while (k > 0);
    do { } while (false);
    switch (k) { }
    switch (k++, k) { case 1: case -1: { int k = 2; k; } break; case 1 + 1: default: break; }
    (k) = 4, k += 1, -k, +k, !true, ~k;
    int S = 3; S++;
    {
        int main = S;
        float f = float(main), vec = f;
        const int length = 3;
        int sizes[length];
        sizes[0] = sizes.length() + a1[0].length() + pair().length() + implied.length();
        vec++;
    }
    vec4 v = vec4(1), w = v.xxyy.zw.yxyx;
    v.xy.yx = vec2(1, 2);
    v.rgba.stpq[2] = 3.0;
    (v.zw)++;
    (k > 1 ? v : w).x;
    bool b = k == 1 ? true : k == 2 ? false : true ^^ false && true || false;
    k = k << 1 >> 2 & 3 | 4 ^ 5;
    mat2x3 m = mat2x3(1, 2, 3, 4, 5, 6);
    m[1].yz = m[0].xy, m[0][1] = 1., m *= 2.0;
    v = (m * vec2(1)).xyzz;
    int[] c = { 1, 2, 3 }; int d[2][1] = { { 4 }, { 5 } };
    S += c[1] + d[1][0] + grid(int[][](int[](1, 2, 3), int[3](4, 5, 6)))[1][2];
    block.s.b[k] += 07 + int(0xFu);
    return;
}
