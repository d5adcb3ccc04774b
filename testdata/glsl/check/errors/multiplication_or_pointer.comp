#version 460
layout(local_size_x = 1) in;
struct S { int x; };
void main() {
    int a = 2;
    bool t = true;
    S * p;
    a * t;
    missing * a;
    a * missing[1], a * 2;
}
