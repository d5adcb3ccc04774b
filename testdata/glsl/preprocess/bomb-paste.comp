#version 460
#define C(a, b) a##b
#define D(a) C(a, a)
int D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(x))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
