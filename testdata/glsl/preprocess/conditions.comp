#version 460
#define YES 1
#define F(x) (x + 1)
#if YES
int a;
#else
not even tokens $ ' "
#endif
#if 0
#error skipped
# if 1
#  else
#  bogus
# endif
/* a comment
#endif
*/
int wrong;
#elif defined YES && defined(F) && !defined(NO)
int b;
#elif 1 / 0
int wrong;
#else
int wrong;
#endif
#ifdef NO
#elif F(1) == 2 && (0 || 1 << 3 == 8) && -1 < 0 && -1 > 0u && ~0 == -1 && 7 % 4 == 3 && (1 | 6 ^ 3 & 2) == 5
int c;
#endif
#ifndef NO
int d;
#endif // a comment
#if 0 && NO > 1 || 1 || NO
int e;
#endif
#if VULKAN == 100 && __VERSION__ == 460 && GL_core_profile && GL_NV_shader_thread_shuffle && !defined(GL_ES)
int f;
#endif
#if 0x7fffffffffffffff + 1 < 0 && 10000000000 > 1
int g;
#endif
#if \
  YES
int h;
#endif
#
# /* nothing */
