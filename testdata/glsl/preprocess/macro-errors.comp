#version 460
#define TWO(a, b) a + b
#define TWO(a, b) a - b
#define GL_MINE 1
#undef GL_NV_gpu_shader5
#define __LINE__ 3
#define defined
#define
#define 7
#define DOUBLE(a, a) a
#define VARIADIC(...) 1
#define OPEN(a
#define GAP(a b) a
#define TRAILING(a,) a
int a = TWO(1);
int b = TWO(1, 2, 3);
int c = TWO(1, (2, 3);
