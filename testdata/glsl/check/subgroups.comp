#version 450
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_vote : enable
#extension GL_KHR_shader_subgroup_quad : enable
#extension GL_KHR_shader_subgroup_clustered : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_shader_subgroup_extended_types_float16 : enable
#extension GL_EXT_shader_atomic_int64 : enable
#extension GL_EXT_debug_printf : enable
layout(local_size_x = 64) in;
layout(set=0,binding=0) buffer B { uint n; uint64_t big; float f[]; };
shared uint counter;
void main() {
    uint x = subgroupAdd(n);
    vec4 v = subgroupShuffleXor(vec4(f[0]), 1);
    f16vec2 h = subgroupMax(f16vec2(v.xy));
    uvec4 ballot = subgroupBallot(v.x > 1.0);
    if (subgroupElect()) atomicAdd(counter, subgroupBallotBitCount(ballot));
    f[gl_SubgroupInvocationID] = subgroupClusteredAdd(v.x, 4u) + float(h.x) + subgroupQuadBroadcast(v.y, 2);
    atomicMax(big, uint64_t(x));
    uint old = atomicCompSwap(counter, 1u, 2u);
    if (subgroupAll(true) && all(lessThan(v, vec4(2)))) debugPrintfEXT("x = %d %f", x, v.x);
    memoryBarrierShared(); groupMemoryBarrier();
    ivec2 e; float m = frexp(v.x, e.x); float ip; m += modf(v.y, ip);
    uint carry; uint s = uaddCarry(x, old, carry);
    f[1] = ldexp(m, 3) + float(bitfieldExtract(int(s), 2, 3)) + uintBitsToFloat(carry) + dot(v, v) + length(v.xyz) + float(bitCount(x));
    mat3 r = outerProduct(v.xyz, v.yzw); r = inverse(transpose(r)); f[2] = determinant(r);
    f[3] = unpackHalf2x16(packHalf2x16(v.xy)).x;
}
