#version 460
// run: --dispatch 1 --storage 0=zeros:32 --dump 0=i32
// What a statement begins with may be a type: what is declared decides.
layout(local_size_x = 1) in;
struct S { int x; };
layout(std430, binding = 0) buffer B { int o[]; };
int f(int a) {
    o[1] += a;
    return a;
}
void main() {
    int a = 2, b = 3, c = 4, i = 0;
    int list[4] = int[4](1, 2, 3, 4);
    float x = 1, y = 2;
    a;
    a * b;
    a * b, c;
    a * b, c = 5;
    a * list[1];
    a * list[i], b * c;
    x * y;
    list[i];
    f(1), f(2);
    (a);
    -a;
    +a;
    !true;
    ~a;
    a != 0 ? b : c;
    ++a; --b; a++; b--;
    S(1);
    S(1).x;
    float(1);
    vec3(1).x;
    int[2](1, 2)[0];
    list.length();
    1;
    a < b, c > a;
    a * f(10);
    o[0] = c;
    o[2] = a * b;
}
