#version 450
// seed 11
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_NV_shader_thread_shuffle : require
layout(local_size_x = 64) in;
layout(binding = 0, std430) readonly buffer Words { uint words[64]; };
layout(binding = 1, std430) writeonly buffer Results { uint results[]; };
layout(binding = 2, std430) buffer Common { uint common_words[6]; };
layout(binding = 0, std140) uniform State { uvec4 state[8]; };
shared uint shared_words[64];
uint lane;
uint table[8];
uvec3 f1(uvec4 p2) {
    bool v3 = (int64_t(17560529996533225281UL) == (any(equal(uvec2(3338131290u), uvec2(32u))) ? (int64_t(14539434642540194630UL) - int64_t(12080860698082979646UL)) : (int64_t(14724228129331050904UL) - int64_t(17503911217349404962UL))));
    int v4 = int(5u);
    return (any(lessThan(ivec3(v4, v4, v4), ivec3(int(2147483647u)))) ? (uvec3(p2.y, state[lane & 7u].w, p2.x) >> int((p2.y * 3620852949u) & 31u)) : uvec3(5u));
}
void main() {
    lane = gl_LocalInvocationIndex;
    for (int i = 0; i < 8; i++) table[i] = words[i * 7 + 3] ^ lane;
    uint w = words[lane] + gl_WorkGroupID.x;
    int s = int(w) >> 7;
    uvec4 u = state[lane & 7u] + uvec4(w);
    ivec3 k = ivec3(u.zyx);
    bool b = (w & 1u) != 0u;
    uint64_t q = uint64_t(w) * 0x123456789UL;
    int v5 = int(4294967295u);
    s = shuffleNV((v5 / ((s & 65535) | 1)), (w >> (w & 31u)) & 7u, 2u, b);
    atomicXor(common_words[5], clamp(bitfieldExtract(lane, int(w & 15u), int(lane & 15u)), 3u, 1000u));
    k = shuffleUpNV(ivec3((uvec3(4294967295u) - uvec3(2147483647u))), w & 7u, 4u, b);
    k = shuffleDownNV(((k ^ k) ^ ivec3(s, s, v5)), (w * lane) & 7u, 2u, b);
    imulExtended(s, ((s / ((s & 65535) | 1)) / (((~s) & 65535) | 1)), v5, s);
    uint64_t v6 = ((q * (b ? q : q)) % ((((q * q) / ((uint64_t(v5) & 65535UL) | 1UL)) & 65535UL) | 1UL));
    s = shuffleNV(sign(int(int64_t(10643428804676352783UL))), (lane / ((lane & 65535u) | 1u)) & 7u, 8u, b);
    w = (min((w * words[lane & 63u]), u.x) ^ bitfieldReverse((lane - u.x)));
    w = mix((mix(u.x, w, b) + mix(lane, lane, b)), w, any(lessThan((u >> (u & 31u)), min(u, u))));
    atomicXor(common_words[5], (u.x / ((clamp(4221534403u, 3u, 1000u) & 65535u) | 1u)));
    k = shuffleXorNV(((12926389194297197700UL == q) ? ivec3(k.y, s, s) : (~k)), clamp(1u, 3u, 1000u) & 7u, 8u, b);
    uint fold = 17u;
    fold = fold * 31u + uint(lane);
    fold = fold * 31u + uint(w);
    fold = fold * 31u + uint(s);
    fold = fold * 31u + uint(u.x);
    fold = fold * 31u + uint(u.y);
    fold = fold * 31u + uint(u.z);
    fold = fold * 31u + uint(u.w);
    fold = fold * 31u + uint(k.x);
    fold = fold * 31u + uint(k.y);
    fold = fold * 31u + uint(k.z);
    fold = fold * 31u + (b ? 3u : 5u);
    fold = fold * 31u + uint(q);
    fold = fold * 31u + uint(uint64_t(q) >> 32);
    fold = fold * 31u + uint(v5);
    fold = fold * 31u + uint(v6);
    fold = fold * 31u + uint(uint64_t(v6) >> 32);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
