#version 460
// run: --dispatch 1 --storage 0=zeros:2048 --dump 0=f32
#extension GL_NV_shader_thread_shuffle : require
// Each kind of data, scalar and vector, with widths that are known when the program runs alone.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer To { vec4 to[]; };
void main() {
    uint lane = gl_LocalInvocationIndex;
    uint width = 2u << (to.length() / 32 - 2);
    ivec3 i = shuffleUpNV(ivec3(lane, -int(lane), 5), 1u, width);
    uvec2 u = shuffleDownNV(uvec2(lane, lane * 2u), 1u, width);
    vec4 f = shuffleXorNV(vec4(lane) + vec4(0.25, 0.5, 0.75, 1.0), width - 1u, width);
    bvec2 b = shuffleNV(bvec2(lane % 3u == 0u, lane % 4u == 0u), lane % width, width);
    to[4u * lane] = vec4(i, b.x);
    to[4u * lane + 1u] = vec4(u, b.y, shuffleNV(lane == 0u, 0u, width));
    to[4u * lane + 2u] = f;
    to[4u * lane + 3u] = vec4(width, shuffleUpNV(float(lane), 1u, 32u), shuffleDownNV(int(lane), 31u, 32u), 0);
}
