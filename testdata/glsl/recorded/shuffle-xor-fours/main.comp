#version 450
// seed 257
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
    ivec2 v1 = ivec2(int(868440788u));
    atomicAnd(common_words[3], (~(w - w)));
    k = shuffleXorNV(k, (lane - w) & 7u, 4u, b);
    k = (((ivec3(int(0u)) | ivec3(int(3118077793u))) / ((ivec3(uvec3(1u)) & 65535) | 1)) >> int(mix(w, lane, false) & 31u));
    uvec2 v2 = ((-uvec2(7u)) & uvec2((lane * u.y), min(lane, u.x)));
    v2 = uvec2(bitfieldReverse((w - w)), uint(int(4166255915u)));
    int i3 = 0;
    do {
        uint v4 = uint(5212369771188324424UL);
        q = (-q);
    } while (++i3 < 4);
    shared_words[lane] = (-(true ? v2.x : w));
    barrier();
    w = shared_words[(-words[lane & 63u]) & 63u];
    barrier();
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
    fold = fold * 31u + uint(v1.x);
    fold = fold * 31u + uint(v1.y);
    fold = fold * 31u + uint(v2.x);
    fold = fold * 31u + uint(v2.y);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
