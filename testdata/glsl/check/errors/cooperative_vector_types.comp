#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_bfloat16 : require
// A type has a component type, which is a number, and a constant number of components. Vectors are in no memory that
// invocations share, convert explicitly, and have the operators and functions of the extension.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int N = 8;
layout(binding = 0) buffer B { coopvecNV<float, 4> v; };
layout(binding = 1) uniform U { coopvecNV<float, 4> w[2]; };
shared coopvecNV<float, 4> s;
struct Holder { coopvecNV<float, 4> v; };
shared Holder holder;
void main() {
    coopvecNV none;
    coopvecNV<float> one;
    coopvecNV<float, 4, 4> three;
    coopvecNV<bool, 4> bools;
    coopvecNV<vec2, 4> vectors;
    coopvecNV<4, float> swapped;
    coopvecNV<float, 0> zero;
    coopvecNV<float, -1> negative;
    coopvecNV<float, 4.0> real;
    int n = 4;
    coopvecNV<float, n> variable;
    { float coopvecNV; }
    coopvecNV<float, 4> f = coopvecNV<float, 4>(1), g;
    coopvecNV<float16_t, 4> h = f;
    coopvecNV<int, 4> i = coopvecNV<int, 4>(f);
    coopvecNV<uint, 4> u = coopvecNV<uint, 4>(i);
    coopvecNV<bfloat16_t, 4> b = coopvecNV<bfloat16_t, 4>(f);
    coopvecNV<float, N> open = coopvecNV<float, N>(1);
    g = coopvecNV<float, 4>(vec2(1));
    g = coopvecNV<float, 4>(vec4(1), 1);
    g = coopvecNV<float, 4>(open);
    g = coopvecNV<float, 4>(coopvecNV<float, 8>(1));
    g = coopvecNV<float, 4>(1, Holder(g));
    open = coopvecNV<float, N>(1, 2, 3);
    f = f + 1.0;
    f = f / 2.0;
    f = h + f;
    h = h * 2.0;
    f = f % f;
    f = f & f;
    f = ~f;
    i = i << u;
    i = i << 2;
    b = b + b;
    b = -b;
    bool equal = f == g;
    bool less = f < g;
    f = abs(f);
    f = max(f, 1.0);
    f = min(f, h);
    i = fma(i, i, i);
    h = atan(h, h);
    float x = f.x;
    x = f.length;
    x = f[4];
    x = f[-1];
    x = f[1.0];
}
