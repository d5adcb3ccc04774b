#version 460
// run: --dispatch 1 --storage 0=zeros:32 --dump 0=i32
// A quotient by zero is undefined where it counts, and no error where it does not (GLSL 5.9).
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer To { int to[8]; };
const int none = 0, eight = 8;
const int guarded = none != 0 ? eight / none : 3;
int list[none > 0 && eight % none > 1 ? 2 : 5];
int other[none == 0 || eight / none > 1 ? 6 : 7];
void main() {
    to[0] = guarded;
    to[1] = list.length();
    to[2] = other.length();
    if (none != 0)
        to[3] = eight / none;
    int unused = eight % none;
    to[4] = none == 0 ? 9 : eight % none;
}
