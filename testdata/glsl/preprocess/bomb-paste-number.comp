#version 460
#define C(a, b) a##b
#define D(a) C(a, a)
#define Z D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(1))))))))))))))))
int a = Z;
