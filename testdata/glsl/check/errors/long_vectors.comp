#version 460
#extension GL_EXT_long_vector : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { vector<float, 8> v; vector<int, 8> w; float f; int i; };
vector<float, 0> none;
vector<float, -1> fewer;
vector<float, 65533> many;
vector<float, f> variable;
vector<vec2, 8> nested;
vector<float16_t, 8> halves;
vector<float> half_given;
vector<float, 2.0> real;
vector<f + 1, 8> expression;
void main() {
    f = v.x;
    f = v[8];
    vec4 part = v;
    vector<float, 12> other = v;
    v = cross(v, v);
    v = mat4(1.0) * v;
    v = vector<float, 8>(vec4(0.0));
    v = vector<float, 8>(vec4(0.0), vec4(0.0), f);
    v = v + vec4(1.0);
    v = 1.0;
    w = v;
    v = frexp(v, i);
    float vector = 2.0;
    i = v.length;
}
