#version 460
// run: --dispatch 1 --storage 0=zeros:32 --dump 0=i32
// Local arrays get their size from a later declaration, or from the greatest constant index (GLSL 4.1.9).
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer To { int to[8]; };
int sum(int list[4]) { return list[0] + list[1] + list[2] + list[3]; }
void main() {
    int a[];
    a[0] = 1;
    a[2] = 4;
    int a[4];
    a[1] = 2;
    a[3] = 8;
    to[0] = sum(a);
    to[1] = a.length();
    int b[];
    b[3] = 5;
    b[1] = 7;
    to[2] = b[3] * b[1];
    {
        int b[];
        b[9] = 11;
        to[3] = b[9];
    }
    for (int i = 0; i < a.length(); ++i)
        to[4 + i] = a[i];
}
