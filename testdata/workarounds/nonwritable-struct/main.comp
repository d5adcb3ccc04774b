#version 460
// A buffer that is only read, and one of the same type that is written.
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    results[i] = numbers[i] * 3;
}
