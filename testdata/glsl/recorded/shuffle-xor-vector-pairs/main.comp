#version 450
// seed 108
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
    k = shuffleXorNV((~ivec3(int(2147483647u))), (lane ^ w) & 7u, 2u, b);
    w = shuffleNV(mix(w, mix(w, state[w & 7u].x, b), (lane > w)), u.x & 7u, 8u, b);
    int i1 = 0;
    do {
        if ((!((lane != state[w & 7u].z) ^^ b))) {
            int i2 = 0;
            do {
                uvec2 v3 = ((all(greaterThanEqual(k, k)) ? (uvec2(3083235080u) * uvec2(1764596051u)) : uvec2(2u)) + (uvec2(lane, lane) - uvec2(words[lane & 63u], lane)));
                q = (((q | q) - (q / ((q & 65535UL) | 1UL))) | (q * (q << int(u.x & 63u))));
            } while (++i2 < 4);
        }
    } while (++i1 < 2);
    u = u;
    u = shuffleUpNV((~(u * uvec4(1u))), uint(s) & 7u, 8u, b);
    s *= (((s - s) * bitfieldReverse(int(1350197515u))) + ((s & int(2147483648u)) >> int(w & 31u)));
    q = (((q | q) ^ (q >> int(w & 63u))) | ((s < s) ? (q % ((q & 65535UL) | 1UL)) : (q << int(words[w & 63u] & 63u))));
    shared_words[lane] = ((b ? w : lane) % ((lane & 65535u) | 1u));
    barrier();
    w = shared_words[mix((w ^ w), (w - lane), (1080384279371006796UL != q)) & 63u];
    barrier();
    b = (((14659405882068964843UL / ((q & 65535UL) | 1UL)) / (((q * q) & 65535UL) | 1UL)) < (10251456013542928105UL << int(bitfieldExtract(lane, int(w & 15u), int(state[w & 7u].w & 15u)) & 63u)));
    uint v4 = uint(((!false) ? (k.y / ((s & 65535) | 1)) : bitfieldExtract(s, int(w & 15u), int(w & 15u))));
    v4 &= v4;
    uint64_t v5 = 15265361382787234806UL;
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
    fold = fold * 31u + uint(v4);
    fold = fold * 31u + uint(v5);
    fold = fold * 31u + uint(uint64_t(v5) >> 32);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
