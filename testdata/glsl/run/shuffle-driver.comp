#version 460
// run: --quirks driver --dispatch 1 --storage 0=zeros:1536 --dump 0=i32
#extension GL_NV_shader_thread_shuffle : require
// Indices past the segment as NVIDIA's driver has them. shuffleNV: the index wraps, and it is true.
// shuffleXorNV: lanes of lower segments are read, and it is true; of higher ones the own value, and false.
// shuffleUpNV and shuffleDownNV: the own value, and false.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer To { ivec4 to[]; };
void main() {
    int lane = int(gl_LocalInvocationIndex);
    bool inside, past;
    int near = shuffleNV(lane + 100, 2u, 8u, inside);
    int far = shuffleNV(lane + 100, 9u, 8u, past);
    to[lane] = ivec4(near, inside, far, past);
    int crossed = shuffleXorNV(lane + 100, 9u, 8u, inside);
    int again = shuffleXorNV(lane + 100, 3u, 2u, past);
    to[32 + lane] = ivec4(crossed, inside, again, past);
    int above = shuffleUpNV(lane + 100, 9u, 8u, inside);
    int below = shuffleDownNV(lane + 100, 9u, 8u, past);
    to[64 + lane] = ivec4(above, inside, below, past);
}
