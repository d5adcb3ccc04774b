#version 460
// run: --dispatch 1 --storage 0=zeros:1536 --dump 0=i32
#extension GL_NV_shader_thread_shuffle : require
#if GL_NV_shader_thread_shuffle != 1
#error the macro is 1
#endif
// The tables of the extension, for segments of 8 lanes: value and threadIdValid of each mode, and what is in
// range at the ends of a segment. Bits of the index above the fifth are ignored; values are those of the
// own lane where the source is out of range.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer To { ivec4 to[]; };
void main() {
    int lane = int(gl_LocalInvocationIndex);
    bool valid[6];
    ivec4 modes = ivec4(
        shuffleNV(lane, 2u, 8u, valid[0]),
        shuffleUpNV(lane, 1u, 8u, valid[1]),
        shuffleDownNV(lane, 2u, 8u, valid[2]),
        shuffleXorNV(lane, 1u, 8u, valid[3]));
    int past = shuffleXorNV(lane, 9u, 8u, valid[4]);
    int high = shuffleDownNV(lane, 32u + 2u, 8u, valid[5]);
    to[3 * lane] = modes;
    to[3 * lane + 1] = ivec4(valid[0], valid[1], valid[2], valid[3]);
    to[3 * lane + 2] = ivec4(past, valid[4], high, valid[5]);
}
