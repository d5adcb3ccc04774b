#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { int64_t which; int n; };
void main() {
    switch (which) {
    case -1: n = 1; break;
    case 5000000000l:
    case 6: n = 2; break;
    default: n = 3;
    }
}
