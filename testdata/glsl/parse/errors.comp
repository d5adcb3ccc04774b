#version 460
layout(local_size_x = 32 in;
buffer Data { int a; float = 3; int c } data;
int a = 1
int b = ;
float f(int a int b) { return a b; }
void g() {
    int a = 1
    int b = 2;
    a = b c;
    if (a { b = 1; }
    for (int i = 0 i < 3; i++) { a = ; }
    whlie (a < 3) { a++; }
    foo(a, b;
    float x[3] = { 1, 2 3 };
    a = (b + c;
    else a = 2;
    return a
}
}
struct S { int a; } s
struct T { int a = 1; int b; };
unifrom float u;
void h() {
    float nested(int a) { return 1.0; }
    a[] = 3;
    (a + b)(c);
    a.5;
    a. = 3;
    a.if;
    int goto = 3;
    int if = 3;
    half h;
    a = switch;
    do a++; until (a > 3);
    switch (a) { case: a = 1; default a = 2; case 3 a = 4; }
    coopmat<a b> c;
    a = b ? c;
    [[unroll] for (;;) {}
    break 3;
    a = 1 +;
    a = * ;
    a b c;
    case;
    1 = a 2;
}
if (true) {}
return;
void (int a);
float;
x;
int 3a;
int last() { return 1; }
