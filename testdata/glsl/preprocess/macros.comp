#version 460
// Object-like and function-like macros, arguments, hide sets.
#define EMPTY
#define ONE 1
#define ADD(a, b) ((a) + (b))
#define TWICE(x) ADD(x, x)
#define f(a) a*g
#define g(a) f(a)
#define self self + ONE
#define A B
#define B A
#define CALL(m, x) m(x)
#define COMMA ,
#define NOTHING()
#define z z[0]
#define t(x,y) x + y
int a = ADD(ONE, TWICE(2)) EMPTY;
int b = f(2)(9);
int c = self;
int d = A;
int e = CALL(TWICE, 3);
int h = ADD (
    1, // a comment between
    /* and
       another */ (2, 3)
);
int i = ADD;
int j = TWICE(ADD(1, 2));
NOTHING() NOTHING( ) int k = z;
int l = t(t(1,2), t(3,4));
int m = CALL(ADD, 1 COMMA 2);
#undef ONE
int n = ONE;
#define ONE 0x7fffffffu
#define ONE   0x7fffffffu // the same again
uint o = ONE;
// Arguments are expanded before the macro is hidden.
#define h(x) x
int p = h(h(h(1)));
#define q(x) r
#define r(x) 7
int s = q(1)(2);
