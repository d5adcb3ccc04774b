#version 450
// Hints for an assignment used as a condition and for a vector used as an index.
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer B { uint data[]; };
uint twice(uint x) { return 2u * x; }
void main() {
    int a = 1, b = 2;
    if (a = b) a = 3;
    while (b = 1) a += 2;
    bool fine;
    if (fine = a == b) a = 4;
    if (a) b = 5;
    data[gl_GlobalInvocationID] = 1u;
    uint n = gl_GlobalInvocationID;
    int m = gl_GlobalInvocationID;
    float f = gl_WorkGroupID;
    bool t = gl_WorkGroupID;
    n = twice(1u, 2u);
    float one[1] = float[1](1.0, 2.0);
    struct S { int only; } s = S(1, 2);
    n = findLSB();
}
