#version 450
// seed 85
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
void main() {
    lane = gl_LocalInvocationIndex;
    for (int i = 0; i < 8; i++) table[i] = words[i * 7 + 3] ^ lane;
    uint w = words[lane] + gl_WorkGroupID.x;
    int s = int(w) >> 7;
    uvec4 u = state[lane & 7u] + uvec4(w);
    ivec3 k = ivec3(u.zyx);
    bool b = (w & 1u) != 0u;
    uint64_t q = uint64_t(w) * 0x123456789UL;
    k = ((min(ivec3(int(7u)), k) + ivec3(int(3856193353u))) & (k * k));
    q = ((uint64_t(s) / (((q + q) & 65535UL) | 1UL)) & ((q - q) ^ (14514911401437047814UL % ((q & 65535UL) | 1UL))));
    uint64_t v1 = (((false && false) ? (q * q) : 1077963863281212469UL) | ((false ? q : q) % (((~q) & 65535UL) | 1UL)));
    atomicMax(common_words[2], mix((u.x ^ lane), (table[lane & 7u] / ((table[w & 7u] & 65535u) | 1u)), (1284567915236514311UL >= v1)));
    switch ((mix(table[lane & 7u], w, b) << ((w | lane) & 31u)) & 3u) {
    case 0u: {
        k = (ivec3(bitfieldInsert(k.y, s, int(lane & 15u), int(lane & 15u)), k.y, (int(32u) >> (s & 31))) * ivec3(s, k.y, (k.y | k.y)));
    }
    case 1u: {
        int64_t v2 = ((int64_t(18239637731150678612UL) | int64_t(6087979105380039510UL)) & ((int64_t(5074444876645161120UL) | int64_t(3147535843877437342UL)) << int(w & 63u)));
        v1 = ((~v1) * (q << int(mix(lane, table[lane & 7u], b) & 63u)));
        if (b) {
            atomicOr(common_words[4], uint((q % ((v1 & 65535UL) | 1UL))));
            k.x = max((min(s, k.x) * s), (k.x * s));
            u = uvec4(((lane ^ w) % ((lane & 65535u) | 1u)), (mix(lane, w, false) - (b ? w : lane)), mix((lane / ((state[lane & 7u].w & 65535u) | 1u)), (w + lane), (v2 == v2)), ((u.x - u.x) % ((lane & 65535u) | 1u)));
        }
    } break;
    default: {
        uvec3 v3 = (-uvec3((table[lane & 7u] + lane), (words[lane & 63u] >> int(u.x & 31u)), u.x));
    } break;
    }
    shared_words[lane] = (w + mix(w, w, true));
    barrier();
    w = shared_words[bitfieldInsert((~state[lane & 7u].z), (w ^ w), int(lane & 15u), int(table[w & 7u] & 15u)) & 63u];
    barrier();
    s = shuffleNV(((s * s) / (((b ? s : s) & 65535) | 1)), (-lane) & 7u, 8u, b);
    s = shuffleXorNV(bitfieldInsert(s, int(int64_t(412039766453550119UL)), int(w & 15u), int(lane & 15u)), (lane / ((w & 65535u) | 1u)) & 7u, 2u, b);
    b = (((~int64_t(3222392181178007912UL)) == int64_t(3855593857137562824UL)) || ((s / ((s & 65535) | 1)) < s));
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
    fold = fold * 31u + uint(v1);
    fold = fold * 31u + uint(uint64_t(v1) >> 32);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
