#ifndef COMPLEX_GLSL
#define COMPLEX_GLSL
#define complex vec2
#ifndef N
#define N 512
#endif
const float PI = acos(-1.0), TAU = 2.0 * PI;
complex mul(complex a, complex b) { return complex(a.x * b.x - a.y * b.y, dot(a, b.yx)); }
complex expi(float t) { return complex(cos(t), sin(t)); }
complex i_times(complex a) { return complex(-a.y, a.x); }
complex minus_i_times(complex a) { return complex(a.y, -a.x); }
#endif // COMPLEX_GLSL
