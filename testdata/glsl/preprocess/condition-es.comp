#version 310 es
#if NOT_DEFINED
#endif
#if defined(NOT_DEFINED) && NOT_DEFINED
#endif
#if GL_ES && GL_es_profile && __VERSION__ == 310
int a;
#endif
