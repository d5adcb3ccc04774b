#version 460
#extension GL_EXT_long_vector : require
layout(local_size_x = 1) in;
layout(constant_id = 0) const int negative = -1;
layout(constant_id = 1) const uint large = 70000;
void main() {
    vector<float, negative> a;
    vector<float, large> b;
}
