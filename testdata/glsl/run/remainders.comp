#version 460
// run: --dispatch 1 --storage 0=zeros:512 --storage 1=i32:-7,7,-7,7,-6,6,-1,2147483647,-2147483648,5,-5,0 --storage 2=i32:3,-3,-3,3,3,-3,3,10,10,5,5,9 --dump 0=i32
// also: -O0
#extension GL_EXT_shader_explicit_arithmetic_types : require
// A signed remainder has the sign of the divisor, whatever computes it: constants, vectors, all widths, a divisor that
// is a power of two. An unsigned one is what it is.
layout(local_size_x = 1) in;
layout(constant_id = 0) const int SPECIAL = -7;
layout(std430, binding = 0) buffer To { int to[]; };
layout(std430, binding = 1) readonly buffer A { int a[]; };
layout(std430, binding = 2) readonly buffer B { int b[]; };
const int specialized = SPECIAL % 3;
void main() {
    for (int i = 0; i < 12; ++i) {
        to[i] = a[i] % b[i];
        to[12 + i] = a[i] % 8;
        to[24 + i] = a[i] % -8;
        to[36 + i] = int(int64_t(a[i]) % int64_t(b[i]));
        to[48 + i] = int(int16_t(a[i]) % int16_t(b[i]));
        to[60 + i] = int(int8_t(a[i]) % int8_t(b[i]));
        to[72 + i] = int(uint(a[i]) % 8u);
        to[84 + i] = a[i] % 1;
    }
    ivec2 pair = ivec2(a[0], a[1]) % ivec2(b[0], b[1]);
    pair %= 2;
    to[96] = pair.x * 10 + pair.y;
    to[97] = -7 % 3;
    to[98] = 7 % -3;
    to[99] = specialized;
    to[100] = (ivec3(-7, 7, -8) % 4).x;
}
