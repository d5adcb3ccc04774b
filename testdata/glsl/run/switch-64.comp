#version 460
// run: --dispatch 1 --storage 0=i64:-1,5000000000,0,7,-9223372036854775808 --storage 1=zeros:20 --dump 1=i32
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 5) in;
layout(std430, binding = 0) buffer From { int64_t from[]; };
layout(std430, binding = 1) buffer To { int to[]; };
void main() {
    int n = 0;
    switch (from[gl_LocalInvocationIndex]) {
    case -1: n += 1; break;
    case 5000000000l: n += 2;
    case 0: n += 4; break;
    case 0x8000000000000000l: n += 8; break;
    default: n += 16;
    }
    to[gl_LocalInvocationIndex] = n;
}
