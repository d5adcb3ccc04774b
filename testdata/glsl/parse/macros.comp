#version 460
#define SUM(a, b) (a + b
#define TWICE(x) SUM(x, x)
void main() {
    int a = TWICE(1);
    int b = SUM(1, 2));
    int c = SUM(1 2, 3));
}
