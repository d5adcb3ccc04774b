#version 460
#extension GL_EXT_long_vector : require
// Vectors of one component and of more components than every device supports.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int N = 8;
layout(std430, binding = 0) buffer B { vector<float, 1> one; vector<float, 1500> many; };
void main() {
    vector<float, N> some = vector<float, N>(one[0]);
    many = many * some[2];
}
