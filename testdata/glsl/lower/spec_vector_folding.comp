#version 460
#extension GL_EXT_long_vector : require
// Built-ins of constant vectors whose length is a specialization constant are evaluated with the constant's value, not before.
layout(local_size_x = 1) in;
layout(constant_id = 0) const int N = 5;
layout(std430, binding = 0) buffer Data { float results[3]; };
void main() {
    results[0] = dot(vector<float, N>(2.0), vector<float, N>(3.0));
    results[1] = length(vector<float, N>(2.0));
    results[2] = distance(vector<float, N>(1.0), vector<float, N>(1, 2, 3, 4, 5));
}
