#version 450
// seed 362
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
    ivec4 v1 = (-(ivec4(int(3553183262u)) / ((max(ivec4(int(5u)), ivec4(int(350697563u))) & 65535) | 1)));
    v1 = shuffleUpNV(max(min(v1, v1), (-ivec4(int(65535u)))), uint(16757199624958777735UL) & 7u, 8u, b);
    s--;
    bool v2 = ((s + (int(2u) & v1.x)) >= (int(u.x) + max(s, v1.y)));
    s = shuffleDownNV((~(s + s)), mix(lane, u.y, v2) & 7u, 8u, b);
    k |= (((k - k) * k) / ((k & 65535) | 1));
    w = ((min(w, lane) * bitfieldReverse(w)) + w);
    bool v3 = (int64_t(1343028059736974658UL) < ((int64_t(8030136744070066582UL) - int64_t(17613366188491666204UL)) - int64_t(w)));
    u = shuffleXorNV(u, (w % ((lane & 65535u) | 1u)) & 7u, 2u, v2);
    w = mix((bitfieldReverse(u.y) << ((w / ((w & 65535u) | 1u)) & 31u)), uint((~s)), ((q - q) == (q - q)));
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
    fold = fold * 31u + uint(v1.z);
    fold = fold * 31u + uint(v1.w);
    fold = fold * 31u + (v2 ? 3u : 5u);
    fold = fold * 31u + (v3 ? 3u : 5u);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
