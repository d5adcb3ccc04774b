#version 460
layout(local_size_x = 1) in;
int twice;
float twice;
int gl_mine;
struct S { int a; float a; };
struct S { int b; };
int vec;
int count;
void f() { }
int f;
void main() {
    int x = conut;
    x = undeclared;
    x = S;
    x = f;
    x = min;
    Vec3 v;
    x = shuflle(1);
    x = brrier();
    count();
    twice = 1;
    int x;
    int y, y;
    { int y; float x; }
    sampler2D t;
    void nothing;
    f = 3;
    main.x = 1;
}
