#version 460
// A head that is wrong does not cost the statement behind it.
struct S { int a = 1; float b = 2.0 + ; };
void f(int a = 1) { a++; }
void main() {
    for (int i = 0; i < 3; i++ { a[i] = i; }
    for (int i = 0; i < 3 { a[i] = i; }
    for (int i = 0; i < ; i++) { a[i] = i; }
    for (int i = 0; i < 3; i + ) a[i] = i;
    for (int i = (0; i < 3; i++) { a[i] = i; }
    if (a + ) { b; } else { c; }
    if (a { b; } else { c; }
    while (f(1, ) ) b;
    do b; while (a < );
    switch (a { case 1: b; }
    if (a; b;
    for (int i = 0; i < 3; i++ a[i] = i;
    last;
}
