#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer B { uint words[]; };
void main() {
    uint i = gl_SubgroupInvocationID;
    uint sum = subgroupAdd(words[i]) + subgroupExclusiveMax(words[i]) + subgroupClusteredXor(i, 4u);
    uvec4 mask = subgroupBallot(sum > 7u) & gl_SubgroupGtMask;
    words[i] = subgroupBallotBitCount(mask) + subgroupShuffleXor(sum, 1u) + subgroupQuadSwapDiagonal(i);
    words[i + 64u] = subgroupElect() ? subgroupBroadcast(sum, 3u) : subgroupBroadcast(sum, words[0]);
    subgroupBarrier();
    words[i + 128u] = uint(subgroupAllEqual(vec2(sum)));
}
