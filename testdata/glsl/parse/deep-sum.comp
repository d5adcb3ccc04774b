#version 460
#define A 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1
#define B A + A + A + A + A + A + A + A
#define C B + B + B + B + B + B + B + B
#define D C + C + C + C + C + C + C + C
int a = D + 1 + 1;
int b = 1;
