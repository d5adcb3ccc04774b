#version 460
#define FOO 1
#define HAS defined(FOO)
#define HAS2 defined FOO
#define BAR_IS defined(BAR)
#define ID(x) x
#if HAS
one
#else
two
#endif
#if HAS2 && HAS
#elif BAR_IS
#endif
#if 0 && HAS
#endif
#if defined(FOO) && !defined BAR && ID(defined(FOO)) && ID(defined FOO)
three
#endif
