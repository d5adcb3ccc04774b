// Lanes that sum together. GROUP, the invocations of a work group, comes from the build script.
#define WIDTH 8u
