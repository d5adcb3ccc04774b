#version 450
#/* a null directive with a comment */
#pragma optimize(on)
#pragma STDGL invariant(all)
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define TYPE vec
#define VEC(n) CAT(TYPE, n)
#define SWIZZLE(v) v.xyz
#define BINARY(name, op) VEC(4) name(VEC(4) a, VEC(4) b) \
    { return a op b; }
#define EMPTY
#define IDENTITY(x) x
#define CALL(f, a, b) f(a, b)
#define X_MACRO(F) F(0, red) F(1, green) F(2, blue) /* list
   goes on */ F(3, alpha)
#define DECLARE(index, name) const int name = index;
#define LINE __LINE__
#line 100 3
#if (__VERSION__ >= 450) && !defined(UNKNOWN) || 0x10 == 020 ^ 1
#  define OK 1
#elif garbage here
#else
#  error never
#endif
#if OK + 0 == 1 && (2 << 3 | 1) == 17 && -1 < 0 && ~0 == -1 && 7 % 4 * 2 == 6
layout(local_size_x = IDENTITY(IDENTITY(8))) in;
#endif
#ifdef GL_core_profile
layout(std430, binding = 0) buffer EMPTY Data { VEC(4) data[]; };
#endif
X_MACRO(DECLARE)
BINARY(add, +)
BINARY(mul, *)
float f(float x);
#define f(x) (x + f(x))
float g(float x) { return f(x) * x; }
#undef f
float f(float x) { return x < 0.0 ? 1.0 : x * .5e-1f; }
#define self self
#define loop_a loop_b
#define loop_b loop_a
void main() {
    int self = 1, loop_a = 2;
    VEC(4) v = CALL(add, data[red], CALL(mul, data[green], VEC(4) (1.)));
    v.CAT(x, y) += float(loop_a + self) + g(2.);
    data[blue] = IDENTITY(v EMPTY) ; data[alpha].xyz = SWIZZLE(v) * float(LINE);
    int under_score\
_joined = 1; // a comment that goes \
    on = here
    data[under_score_joined] -= IDENTITY((1, vec4(2)));
}
