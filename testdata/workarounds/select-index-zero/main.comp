#version 460
// An element selected between the first and another, in a module with a double.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { int results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    int table[5];
    for (int k = 0; k < 5; k++) {
        table[k] = numbers[k + int(i) % 3] + k;
    }
    int index = numbers[i] < 0 ? 0 : 3;
    table[index] = 77;
    double number = double(numbers[31 - i]) * 0.5;
    results[i] = table[0] * 3 + table[index + 1] + table[int(i) % 5] + int(number);
}
