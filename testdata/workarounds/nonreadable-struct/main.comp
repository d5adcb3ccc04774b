#version 460
// A buffer that is only written, and one of the same type that is read.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) writeonly buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    results[i] = numbers[i] * 3;
}
