#version 460
// A minimum of two negated numbers, compared once more.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    int x = numbers[i], y = numbers[31 - i];
    results[i] = min(min(-x, -y), y);
}
