#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B { vec4 f; uvec4 u; ivec4 i; bvec4 b; dvec2 d; } o;
#define ALL(x) subgroupAdd(x) + subgroupMul(x) + subgroupMin(x) + subgroupMax(x)
void main() {
    vec4 f = o.f; uvec4 u = o.u; ivec4 i = o.i; bvec4 b = o.b;
    f += ALL(f.x) + subgroupInclusiveMul(f) + subgroupExclusiveMin(f.y);
    u = subgroupAnd(u) | subgroupOr(u.x) ^ subgroupXor(u) + subgroupInclusiveXor(u.y);
    i.xy += subgroupExclusiveMax(i.zw) * subgroupClusteredAdd(i.xy, 4) - subgroupClusteredMax(i.x, 1 << 2);
    b = subgroupAnd(b); b.x = subgroupAny(b.x) || subgroupAll(b.y) && subgroupAllEqual(f);
    f = subgroupBroadcast(f, 3u) + subgroupBroadcastFirst(f) + subgroupShuffle(f, u.x) + subgroupShuffleXor(f, 1) + subgroupShuffleUp(f, 2u) + subgroupShuffleDown(f, 2u);
    f.xy = subgroupQuadBroadcast(f.xy, 2) + subgroupQuadSwapHorizontal(f.xy) + subgroupQuadSwapVertical(f.xy) + subgroupQuadSwapDiagonal(f.xy);
    uvec4 ballot = subgroupBallot(f.x > 0.0) & gl_SubgroupLtMask | gl_SubgroupEqMask;
    u.x = subgroupBallotBitCount(ballot) + subgroupBallotInclusiveBitCount(ballot) + subgroupBallotFindLSB(ballot) + subgroupBallotFindMSB(ballot);
    u.y = uint(subgroupBallotBitExtract(ballot, 5)) + uint(subgroupInverseBallot(ballot));
    uvec4 part = subgroupPartitionNV(i.x);
    i = subgroupPartitionedAddNV(i, part) + subgroupPartitionedInclusiveMinNV(i, part) - subgroupPartitionedExclusiveXorNV(i, part);
    int64_t l = subgroupAdd(int64_t(i.x)); int8_t c = subgroupMin(int8_t(i.y)); float16_t h = subgroupMax(float16_t(f.x));
    o.d = subgroupMax(dvec2(f.xy));
    subgroupBarrier(); subgroupMemoryBarrier(); subgroupMemoryBarrierBuffer(); subgroupMemoryBarrierImage();
    o.f = f + float(l) + float(c) + float(h); o.u = u; o.i = i; o.b = b;
}
