#version 460
// run: --dispatch 1 --storage 0=zeros:64 --dump 0=f32
// What a built-in function writes converts to the type of the argument (GLSL 6.1), wherever that lies.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer To { float to[16]; };
struct Pair { float first, second; };
void main() {
    float exponent;
    to[0] = frexp(12.0, exponent);
    to[1] = exponent;
    vec3 v = vec3(7.0);
    to[2] = frexp(40.0, v.y);
    v.xz = frexp(vec2(0.25, 3.0), v.zx);
    to[3] = v.x;
    to[4] = v.y;
    to[5] = v.z;
    Pair pair;
    to[6] = float(uaddCarry(0xffffffffu, 5u, pair.second));
    to[7] = pair.second;
    double high;
    float low[2];
    umulExtended(0x10000u, 0x30001u, high, low[1]);
    to[8] = float(high);
    to[9] = low[1];
    uint unsigned_exponent;
    to[10] = frexp(96.0, unsigned_exponent);
    to[11] = float(unsigned_exponent);
    to[12] = modf(-2.5, to[13]);
    frexp(512.0, to[14]);
    uint borrow[1];
    int i = 0;
    to[15] = float(usubBorrow(3u, 1u, borrow[i++])) + float(borrow[0]) + float(i);
}
