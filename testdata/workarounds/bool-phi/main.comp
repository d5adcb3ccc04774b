#version 460
// A bool that a loop takes over from before it.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    int x = numbers[i];
    bool negative = x < 0, odd = (x & 1) != 0;
    bool current = odd;
    int sum = 0;
    for (int k = 0; k < numbers[3] + int(i); k++) {
        sum = sum * 3 + (current ? k : x);
        current = negative;
    }
    results[i] = sum;
}
