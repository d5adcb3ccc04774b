#version 460
#if
#endif
#if 1 +
#endif
#if (1
#endif
#if 1 2
#endif
#if 1.0
#endif
#if 1 / 0
#endif
#if defined
#endif
#if defined(A
#endif
#if "a"
#endif
#if NOT_DEFINED
#endif
#ifdef
#endif
#ifdef A B
#endif
#else
#endif
#if 1
#else
#else
#elif 1
#endif
#ifdef A
#if 1
