#version 460
// run: --dispatch 1 --storage 0=zeros:1024 --dump 0=i32
#extension GL_NV_shader_thread_shuffle : require
// shuffleNV with an index past the segment: the own value, and false (the extension's table for index 9).
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer To { ivec4 to[]; };
void main() {
    int lane = int(gl_LocalInvocationIndex);
    bool inside, past;
    int near = shuffleNV(lane + 100, 2u, 8u, inside);
    int far = shuffleNV(lane + 100, 9u, 8u, past);
    to[lane] = ivec4(near, inside, far, past);
}
