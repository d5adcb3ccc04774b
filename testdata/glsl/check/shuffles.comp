#version 460
#extension GL_NV_shader_thread_shuffle : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { vec4 f; ivec3 i; uvec2 u; };
void main() {
    bool valid, unused;
    f = shuffleNV(f, 3u, 32u, valid);
    i = shuffleNV(i, 1, 16);
    u.x = shuffleNV(u.y, u.x, 8u, unused);
    bvec4 b = shuffleNV(bvec4(valid), 0u, 4u);
}
