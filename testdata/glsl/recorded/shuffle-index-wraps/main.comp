#version 450
// seed 4
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
int f1(uint64_t p2) {
    uint64_t v3 = (((2628556813u == words[lane & 63u]) ? uint64_t(int(2629144804u)) : (-p2)) ^ (~(3674814073915137288UL | p2)));
    int v4 = (bitfieldExtract(int(3u), int(3u & 15u), int(256u & 15u)) + int(2147483648u));
    if (((5u < state[lane & 7u].x) || (!false))) return ((v4 ^ int(4294967295u)) & int(4294967295u));
    return findMSB(bitfieldReverse(clamp(v4, 3, 1000)));
}
int f5(uvec2 p6) {
    int64_t v7 = (int64_t((int(3u) - int(3291041491u))) - int64_t(4473202641390915874UL));
    bool v8 = (((4964803140847797073UL + 15525317459763876780UL) - (8380243713317710794UL % ((9809836501379681637UL & 65535UL) | 1UL))) > ((11162415109347653527UL * 14411467752260828841UL) & (~2216527797231470062UL)));
    if (v8) return ((int(2069182214u) & int(2147483648u)) & int(v7));
    return ((int(255u) >> int(mix(p6.x, 4294967295u, false) & 31u)) * ((int(2u) | int(4145157917u)) + (int(65535u) >> int(table[lane & 7u] & 31u))));
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
    s += (((q * q) <= (q << int(u.y & 63u))) ? mix((k.y - s), (s & k.x), (!b)) : ((int(1498033893u) >> int(w & 31u)) - s));
    b = b;
    int v9 = f1((uint64_t(s) >> int((table[lane & 7u] % ((w & 65535u) | 1u)) & 63u)));
    u = shuffleUpNV(uvec4((256u & w), bitfieldExtract(2u, int(w & 15u), int(835557313u & 15u)), min(lane, lane), mix(words[lane & 63u], table[w & 7u], b)), (w << int(w & 31u)) & 7u, 4u, b);
    s = s;
    ivec3 v10 = (ivec3(k.x, (s * int(31u)), (v9 >> int(lane & 31u))) / (((k - (b ? ivec3(int(0u)) : k)) & 65535) | 1));
    shared_words[lane] = ((lane + w) - 3862644044u);
    barrier();
    w = shared_words[bitfieldReverse(bitfieldExtract(w, int(table[w & 7u] & 15u), int(lane & 15u))) & 63u];
    barrier();
    switch (((2u >> int(lane & 31u)) ^ w) & 3u) {
    case 0u: {
        ivec2 v11 = (((int(4294967295u) != s) ? (b ? ivec2(int(65535u)) : ivec2(int(2147483648u))) : ivec2(v9, v10.y)) >> (ivec2(v9, k.y) & 31));
    }
    case 1u: {
        s = mix(s, v9, ((~lane) > (~w)));
        q = q;
        uvec2 v12 = uvec2((~mix(lane, u.y, b)), (-w));
    }
    case 2u: {
        w = (clamp(clamp(u.x, 3u, 1000u), 3u, 1000u) / ((((b ? state[lane & 7u].x : lane) ^ (2955611278u & w)) & 65535u) | 1u));
    } break;
    default: {
        s = (((~s) - bitfieldInsert(k.x, v9, int(lane & 15u), int(lane & 15u))) + (-(int(255u) ^ v9)));
        v10 = (ivec3((s << int(lane & 31u)), (v9 & v9), (v10.x | v9)) << int((u.x | w) & 31u));
        for (int i13 = 0; i13 < 2; i13++) {
            atomicXor(common_words[5], bitfieldInsert((-w), words[lane & 63u], int(u.y & 15u), int(lane & 15u)));
            atomicOr(common_words[4], (mix(lane, lane, b) ^ lane));
            s |= i13;
        }
    } break;
    }
    for (int i14 = 0; i14 < 4; i14++) {
        q = (((q + q) & (q / ((11794542473705105768UL & 65535UL) | 1UL))) << int((b ? 265767013u : lane) & 63u));
        v9 = (f5((uvec2(2147483647u) / ((uvec2(0u) & 65535u) | 1u))) & mix(int(words[lane & 63u]), (v9 << (v10.y & 31)), (w != w)));
        for (int i15 = 0; i15 < 1; i15++) {
            ivec4 v16 = (((-ivec4(int(4294967295u))) & ivec4(int(370026160u), s, i15, int(2262388110u))) - ((ivec4(int(2507714156u)) - ivec4(int(4294967295u))) / ((ivec4(s, s, v10.x, s) & 65535) | 1)));
            int v17 = f5((uvec2(w, w) - (uvec2(1190780747u) & uvec2(2u))));
            uvec2 v18 = ((-max(uvec2(2147483647u), uvec2(3765585663u))) - uvec2(256u));
            int i19 = -1;
            while (++i19 < 1) {
                s = (~int((-w)));
            }
        }
    }
    int i20 = 0;
    do {
        ivec2 v21 = ivec2(int(2888768329u));
        v21 = (((int64_t(8842950021270811936UL) << int(w & 63u)) <= (b ? int64_t(12823948804149581238UL) : int64_t(11763974132412463313UL))) ? ivec2(uvec2(2405694544u)) : (ivec2(uvec2(255u)) << ((ivec2(int(2u)) << int(lane & 31u)) & 31)));
        atomicOr(common_words[4], mix((b ? w : w), (~lane), (b && true)));
        int v22 = (bitfieldReverse((s & i20)) | v9);
    } while (++i20 < 3);
    uvec2 v23 = (((uvec2(2147483648u) * uvec2(1632452085u)) - uvec2(w, u.y)) * (~(uvec2(2260141846u) / ((uvec2(5u) & 65535u) | 1u))));
    v10 = shuffleNV(ivec3((s & s), (v9 | v10.x), int(lane)), uint(int64_t(14879121124096772523UL)) & 7u, 2u, b);
    k = shuffleNV((ivec3(v9, s, v10.x) - (-k)), uint(s) & 7u, 4u, b);
    atomicOr(common_words[4], bitfieldExtract(2147483647u, int(table[w & 7u] & 15u), int(v23.y & 15u)));
    v9 = k.y;
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
    fold = fold * 31u + uint(v9);
    fold = fold * 31u + uint(v10.x);
    fold = fold * 31u + uint(v10.y);
    fold = fold * 31u + uint(v10.z);
    fold = fold * 31u + uint(v23.x);
    fold = fold * 31u + uint(v23.y);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
