#version 460
// run: --dispatch 1 --storage 0=zeros:12 --dump 0=i32
// As many parameters as SPIR-V allows a function: 255.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { int first, last, again; };
#define P4(p) int p##0, int p##1, int p##2, int p##3
#define P16(p) P4(p##0), P4(p##1), P4(p##2), P4(p##3)
#define P64(p) P16(p##0), P16(p##1), P16(p##2), P16(p##3)
int takes_255(P64(a), P64(b), P64(c), P16(d0), P16(d1), P16(d2), P4(d30), P4(d31), P4(d32), int z0, int z1, int z2) {
    first += a000;
    last += z2;
    return a333 * 10 + z0;
}
#define E4 1, 2, 3, 4
#define E16 E4, E4, E4, E4
#define E64 E16, E16, E16, E16
void main() {
    again = takes_255(E64, E64, E64, E16, E16, E16, E4, E4, E4, 9, 10, 11);
    again += takes_255(E64, E64, E64, E16, E16, E16, E4, E4, E4, again, 12, 13);
}
