// Included twice, does something once.
#ifndef COMMON
#define COMMON
#define SIZE 64
int in_common = __LINE__ + __FILE__;
#endif
