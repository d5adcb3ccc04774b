#version 460
#extension GL_EXT_long_vector : require
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_buffer_reference : require
#extension GL_NV_shader_buffer_load : require
// Vectors of one component, and vectors whose length is a specialization constant.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int N = 8;
layout(constant_id = 1) const int M = 8;
struct S { vector<float, N> v; };
layout(std430, binding = 0) buffer B { vector<float, N> v; float f; int i; };
layout(binding = 1) uniform U { S in_struct; };
layout(push_constant) uniform P { vector<float, N> elements[2]; };
layout(buffer_reference) buffer R { vector<int, M> w; };
vector<float, N> *pointer;
vector<vec2, N> nested;
vector<float, f> variable;
void main() {
    vector<float, 1> one = f;
    one = 1.0;
    f = one;
    f = one.x;
    f = one[1];
    f = one + 1;
    vector<float, N> a = vector<float, N>(1), b = a;
    vector<float, M> c = vector<float, M>(2);
    vec4 v = a;
    a = c;
    a = a + c;
    a = vector<float, N>(1, 2);
    a = vector<float, N>(1, 2, 3, 4, 5, 6, 7, 8, 9);
    f = a.x;
    f = a[-1];
    f = a[true];
    if (a < b) {}
    if (a == c) {}
    a = cross(a, b);
    a = mat4(1) * a;
    coopvecNV<float, N> d = a;
    d = coopvecNV<float, M>(a);
    i = a.length;
    float array[one.length() + 1.5];
    const vector<float, N> runtime = vector<float, N>(f);
    one = vector<float, 1>();
}
