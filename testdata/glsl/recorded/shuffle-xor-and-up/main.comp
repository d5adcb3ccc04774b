#version 450
// seed 242
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
ivec2 f1(int p2, inout uint p3, int p4) {
    int v5 = int(32u);
    uint v6 = (2147483648u ^ (p3 + bitfieldReverse(p3)));
    p3 = (p3 - bitfieldInsert(state[v6 & 7u].w, 2184677086u, int(table[v6 & 7u] & 15u), int(p3 & 15u)));
    return (ivec2(int(7u)) * ((ivec2(int(256u)) - ivec2(int(1496541524u))) * (false ? ivec2(int(1256031204u)) : ivec2(int(2426430349u)))));
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
    u = shuffleUpNV((-uvec4(lane, w, lane, 7u)), (w % ((words[w & 63u] & 65535u) | 1u)) & 7u, 2u, b);
    int i7 = 0;
    do {
        q = ((q * (693818156049771894UL % ((q & 65535UL) | 1UL))) & (~(~q)));
    } while (++i7 < 4);
    shared_words[lane] = bitfieldReverse((lane << int(w & 31u)));
    barrier();
    w = shared_words[(-(4294967295u << int(97001726u & 31u))) & 63u];
    barrier();
    w = shuffleXorNV((u.y % (((u.x & 2719629893u) & 65535u) | 1u)), (u.x >> (state[lane & 7u].x & 31u)) & 7u, 2u, b);
    q = (~((-q) + (q | 9836267214212946209UL)));
    uvec3 v8 = (((uvec3(2217485101u) ^ uvec3(2493988462u)) / (((uvec3(255u) ^ uvec3(7u)) & 65535u) | 1u)) - (-uvec3(k)));
    atomicMin(common_words[1], ((state[lane & 7u].x | w) % (((lane + table[w & 7u]) & 65535u) | 1u)));
    ivec3 v9 = ivec3(((s - s) << int(uint(int64_t(12644635402354443774UL)) & 31u)), (any(greaterThanEqual(uvec3(3862474587u), v8)) ? (int(3295877147u) ^ s) : (s + s)), clamp(clamp(s, 3, 1000), 3, 1000));
    ivec2 v10 = ivec2(int(1325435878u));
    int v11 = (~(s ^ bitfieldInsert(s, int(2147483648u), int(words[lane & 63u] & 15u), int(w & 15u))));
    ivec2 v12 = f1((-int(lane)), w, (bitfieldReverse(v9.y) << ((b ? v11 : v11) & 31)));
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
    fold = fold * 31u + uint(v8.x);
    fold = fold * 31u + uint(v8.y);
    fold = fold * 31u + uint(v8.z);
    fold = fold * 31u + uint(v9.x);
    fold = fold * 31u + uint(v9.y);
    fold = fold * 31u + uint(v9.z);
    fold = fold * 31u + uint(v10.x);
    fold = fold * 31u + uint(v10.y);
    fold = fold * 31u + uint(v11);
    fold = fold * 31u + uint(v12.x);
    fold = fold * 31u + uint(v12.y);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
