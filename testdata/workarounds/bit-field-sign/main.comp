#version 460
// A signed byte, converted to float as an unsigned number.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { int numbers[]; };
layout(std430, binding = 1) buffer Out { float results[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    uint field = uint(bitfieldExtract(numbers[i], 8, 8));
    results[i] = float(field);
}
