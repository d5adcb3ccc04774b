#version 460
// Without GL_EXT_long_vector `vector` is a name like any other.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { float f; int i; };
float vector;
void main() {
    bool both = vector < f && f > (2.0);
    for (i = 0; vector < f && f > vector; i++) {
        vector += 1.0;
    }
    vec4 x = vec4(both ? vector : 1.0);
    undeclared = x;
}
