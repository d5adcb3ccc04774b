#version 460
// The sign of |x|, which is negative for INT_MIN.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    results[i] = abs(numbers[i]) >> 31;
}
