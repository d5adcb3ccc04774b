#version 460
#define X(a) a a
#define Y(a) X(X(X(X(a))))
int a = Y(Y(Y(Y(Y(Y(Y(1)))))));
