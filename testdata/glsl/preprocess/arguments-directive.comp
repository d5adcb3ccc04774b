#version 460
#define ID(x) x
int a = ID(1
#define B 2
+ B);
