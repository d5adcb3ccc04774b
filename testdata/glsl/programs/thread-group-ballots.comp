#version 450
#extension GL_NV_shader_thread_group : require
#extension GL_NV_gpu_shader5 : require
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_shader_group_vote : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 96) in;
layout(std430, binding = 0) buffer R { uint64_t masks[]; };
layout(std430, binding = 1) buffer S { uint compacted[]; };
layout(binding = 0, offset = 0) uniform atomic_uint used;
void main() {
    uint v = gl_GlobalInvocationID.x * 2654435761u;
    bool keep = (v >> 28) > 5u;
    uint64_t ballot = ballotARB(keep);
    uvec2 halves = unpackUint2x32(ballot & gl_SubGroupLtMaskARB);
    uint rank = uint(bitCount(halves.x) + bitCount(halves.y));
    uint total = 0u;
    if (gl_SubGroupInvocationARB == 0u) total = uint(bitCount(unpackUint2x32(ballot).x));
    total = readFirstInvocationARB(total);
    vec3 first = readInvocationARB(vec3(v), 0u);
    if (keep) compacted[rank] = v;
    if (anyInvocationARB(keep) && !allInvocationsARB(keep) || allInvocationsEqualARB(keep)) atomicCounterIncrement(used);
    if (anyThreadNV(keep) != allThreadsNV(keep)) masks[1] = uint64_t(gl_ThreadLtMaskNV | gl_ThreadEqMaskNV);
    masks[0] = ballot ^ uint64_t(ballotThreadNV(first.x > 0.0)) ^ gl_SubGroupEqMaskARB ^ uint64_t(total + gl_SubGroupSizeARB);
}
