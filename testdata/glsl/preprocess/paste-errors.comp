#version 460
#define CAT(a, b) a ## b
#define FIRST ## a
#define LAST a ##
int a = CAT(+, 1);
int b = CAT(/, /);
int c = CAT(1, x);
