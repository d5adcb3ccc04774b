#version 460
// run: --dispatch 1 --storage 0=i32:3,5 --dump 0=i32
// Chains of operators are lists, not nests: 2048 terms, 1024 factors.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { int from, to; };
#define A from + from - 1 + to
#define B A + A + A + A + A + A + A + A
#define C B + B + B + B + B + B + B + B
#define D C + C + C + C + C + C + C + C
#define P from * from * from * from * from * from * from * from
#define Q P * P * P * P * P * P * P * P
#define R Q * Q * Q * Q * Q * Q * Q * Q
void main() {
    int sum = D;
    int product = R * Q * 2;
    from = sum;
    to = product;
}
