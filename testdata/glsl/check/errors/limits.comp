#version 460
// One more than each SPIR-V limit; only the first excess item is reported.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { int b[]; };
#define P4(p) int p##0, int p##1, int p##2, int p##3
#define P16(p) P4(p##0), P4(p##1), P4(p##2), P4(p##3)
#define P64(p) P16(p##0), P16(p##1), P16(p##2), P16(p##3)
void takes_256(P64(a), P64(b), P64(c), P64(d)) {}
#define M4(p) int p##0; int p##1; int p##2; int p##3;
#define M16(p) M4(p##0) M4(p##1) M4(p##2) M4(p##3)
#define M64(p) M16(p##0) M16(p##1) M16(p##2) M16(p##3)
#define M256(p) M64(p##0) M64(p##1) M64(p##2) M64(p##3)
#define M1024(p) M256(p##0) M256(p##1) M256(p##2) M256(p##3)
#define M4096(p) M1024(p##0) M1024(p##1) M1024(p##2) M1024(p##3)
struct Members { M4096(a) M4096(b) M4096(c) M4096(d) int more, than, that; };
buffer Block { M4096(a) M4096(b) M4096(c) M4096(d) int more_; } block;
#define E4 1, 2, 3, 4
#define E16 E4, E4, E4, E4
#define E64 E16, E16, E16, E16
#define E256 E64, E64, E64, E64
#define E1024 E256, E256, E256, E256
#define E4096 E1024, E1024, E1024, E1024
#define E16384 E4096, E4096, E4096, E4096
const int listed[] = { E16384, E16384, E16384, E16384 };
#define C8(p) case p##0: case p##1: case p##2: case p##3: case p##4: case p##5: case p##6: case p##7:
#define C64(p) C8(p##0) C8(p##1) C8(p##2) C8(p##3) C8(p##4) C8(p##5) C8(p##6) C8(p##7)
#define C512(p) C64(p##0) C64(p##1) C64(p##2) C64(p##3) C64(p##4) C64(p##5) C64(p##6) C64(p##7)
#define C4096(p) C512(p##0) C512(p##1) C512(p##2) C512(p##3) C512(p##4) C512(p##5) C512(p##6) C512(p##7)
void main() {
    switch (b[0]) {
        C4096(01) C4096(02) C4096(03) C4096(04) C4096(05)
        b[1] = 2;
        break;
    }
    int[] made = int[](E16384, E16384, E16384, E16384);
    b[2] = listed[b[3]] + made[b[4]];
}
