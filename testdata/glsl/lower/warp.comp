#version 450
#extension GL_NV_shader_thread_shuffle : require
#extension GL_NV_shader_thread_group : require
#extension GL_NV_gpu_shader5 : require
// NVIDIA's warp: shuffles of vectors and bools, widths known and not, votes and masks.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { uint words[]; };
void main() {
    uint i = gl_ThreadInWarpNV;
    bool valid;
    words[i] = shuffleUpNV(words[i], 1u, 8u, valid);
    bvec2 truths = shuffleXorNV(bvec2(valid, i > 3u), 2u, 32u);
    words[i + 32u] = shuffleNV(i, words[0], words[1], valid);
    words[i + 64u] = ballotThreadNV(truths.x) & gl_ThreadLeMaskNV;
    words[i + 96u] = uint(anyThreadNV(valid)) + uint(allThreadsEqualNV(truths.y)) + activeThreadsNV();
}
