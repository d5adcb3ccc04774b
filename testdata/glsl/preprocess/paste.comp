#version 460
#define CAT(a, b) a ## b
#define CAT3(a, b, c) a##b##c
#define XCAT(a, b) CAT(a, b)
#define NAME(n) value_ ## n ## _x
#define ONE 1
#define TYPE(n) vec ## n
#define MINUS(a) - ## a
int CAT(fo, o) = CAT(1, 2);
int CAT(, left) = CAT(7, );
int NAME(3) = CAT3(0x, f, u);
int XCAT(a, ONE) = 1;
int CAT(a, ONE) = 1;
TYPE(4) v = TYPE(4)(CAT(1., e3));
int i = 1; void main() { i CAT(+, =) 2; i CAT(<<, =) 1; MINUS(-)i; CAT(i, ) = CAT(,); }
