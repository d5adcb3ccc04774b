#include "common.glsl"
#include "where-am-i"
#define WRONG 08
int in_nested = SIZE + __FILE__;
