#version 460
// A field of a loop counter, at an offset that differs between invocations.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    int sum = 0;
    for (int k = 0; k < 100; k += 7) {
        sum = sum * 5 + bitfieldExtract(k, int(i) % 5, 3);
    }
    results[i] = sum;
}
