#version 460
layout(local_size_x = 1) in;
void take(int a[3]) {}
void main() {
    int i = 2;
    int a[];
    a[i] = 1;
    a.length();
    take(a);
    int b[];
    b[3] = 1;
    int b[3];
    int b[4];
    int c[2][];
    int d[];
    float d[3];
}
