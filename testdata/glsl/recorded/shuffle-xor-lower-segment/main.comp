#version 450
// seed 1
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
uint64_t f1(int p2) {
    uint v3 = bitfieldExtract(((state[lane & 7u].w >> int(31u & 31u)) * min(table[lane & 7u], words[lane & 63u])), int(1459552012u & 15u), int(2532023576u & 15u));
    uint v4 = (bitfieldReverse((v3 << (v3 & 31u))) - ((v3 ^ v3) >> ((v3 << (v3 & 31u)) & 31u)));
    uvec3 v5 = (uvec3((-ivec3(int(3242084993u)))) >> ((true ? uvec3(256u) : uvec3(5u)) & 31u));
    if (((-p2) == int(31u))) return ((-10823689703449274992UL) % (((1557450390005145324UL << int(v4 & 63u)) & 65535UL) | 1UL));
    return (((!true) ^^ (p2 > int(1u))) ? 15335595408977774596UL : ((7892013329905487097UL + 687771919268561115UL) & uint64_t(v3)));
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
    q = (((-q) % (((7570537035744949216UL ^ 1254944325552654309UL) & 65535UL) | 1UL)) / ((((q - q) - (q ^ q)) & 65535UL) | 1UL));
    uint v6 = (lane + ((lane / ((state[w & 7u].x & 65535u) | 1u)) | (w % ((lane & 65535u) | 1u))));
    w = shuffleXorNV(bitfieldInsert((3156412505u % ((v6 & 65535u) | 1u)), mix(w, words[lane & 63u], b), int(v6 & 15u), int(lane & 15u)), (lane ^ v6) & 7u, 2u, b);
    atomicXor(common_words[5], (bitfieldReverse(w) - bitfieldReverse(v6)));
    table[w & 7u] = clamp((lane * (-lane)), 3u, 1000u);
    int64_t v7 = int64_t(16060948826837673234UL);
    b = ((any(notEqual(uvec2(706855649u), uvec2(3021722725u))) || (w == lane)) || b);
    k.x = s;
    k = shuffleXorNV((~(k / ((k & 65535) | 1))), min(u.x, u.x) & 7u, 2u, b);
    shared_words[lane] = clamp((v6 * lane), 3u, 1000u);
    barrier();
    w = shared_words[lane & 63u];
    barrier();
    uvec4 v8 = uvec4(bitfieldExtract(mix(lane, w, true), int(table[v6 & 7u] & 15u), int(lane & 15u)), ((~v6) % ((max(u.x, lane) & 65535u) | 1u)), ((q == q) ? (u.y * 7u) : v6), u.y);
    umulExtended(mix(w, lane, (q != 13594529031623867824UL)), mix(bitfieldReverse(lane), (table[lane & 7u] >> (2459679734u & 31u)), (8538349142585286642UL >= q)), v6, w);
    q = (((q - q) / (((q & q) & 65535UL) | 1UL)) | (q % (((13509763937206499729UL + 5680034645153600071UL) & 65535UL) | 1UL)));
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
    fold = fold * 31u + uint(v6);
    fold = fold * 31u + uint(v7);
    fold = fold * 31u + uint(uint64_t(v7) >> 32);
    fold = fold * 31u + uint(v8.x);
    fold = fold * 31u + uint(v8.y);
    fold = fold * 31u + uint(v8.z);
    fold = fold * 31u + uint(v8.w);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
