#version 460
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { vector<float, 8> v; };
vector<int, 8> w;
void main() {
    v = vector<float, 8>(1.0);
}
