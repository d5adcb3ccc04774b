#version 450
// seed 281
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
ivec4 f1(inout int p2, int64_t p3, inout ivec2 p4) {
    uint64_t v5 = ((315312678912366430UL / (((13502389912803400571UL & 14346475616209061153UL) & 65535UL) | 1UL)) % ((uint64_t((0u - 3635421946u)) & 65535UL) | 1UL));
    ivec3 v6 = (~(ivec3(p4.x, p2, p4.y) << (ivec3(p2, int(7u), p2) & 31)));
    uvec3 v7 = ((uvec3(615170451u) % (((uvec3(3533862064u) * uvec3(32u)) & 65535u) | 1u)) / ((((uvec3(65535u) >> int(table[lane & 7u] & 31u)) / (((uvec3(3408022582u) % ((uvec3(3351967382u) & 65535u) | 1u)) & 65535u) | 1u)) & 65535u) | 1u));
    p2 = ((p2 * p2) - clamp(p2, 3, 1000));
    p4 = ivec2((~p4.x), (-int(256u)));
    return (all(greaterThanEqual(ivec3(p2, int(2904769964u), p2), (v6 << int(414932057u & 31u)))) ? ((true ? ivec4(int(428621728u)) : ivec4(int(1918864918u))) - ivec4(p2, int(746538297u), p2, p2)) : (-ivec4(p2, v6.x, p2, p2)));
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
    int v8 = (k.y | (s | (s << (int(31u) & 31))));
    w += (((w / ((state[w & 7u].z & 65535u) | 1u)) + lane) * w);
    k = (ivec3(mix(v8, k.x, true), (-int(32u)), (s ^ v8)) * ((ivec3(int(700429453u)) << int(table[lane & 7u] & 31u)) ^ (ivec3(int(5u)) + k)));
    ivec4 v9 = (ivec4(int(0u)) - ivec4(int(3006437498u)));
    ivec4 v10 = ((ivec4(int(7u)) ^ (v9 >> int(u.x & 31u))) | v9);
    v9 = (((v9 / ((v9 & 65535) | 1)) & ivec4(s, v8, v8, v9.x)) - ivec4((~v9.y), mix(s, s, b), (v8 & v8), (v8 - v8)));
    q = q;
    u = shuffleXorNV((-(uvec4(1u) + u)), max(state[w & 7u].y, u.x) & 7u, 8u, b);
    atomicOr(common_words[4], bitfieldReverse(u.x));
    b = (uint64_t((~w)) <= (-(q >> int(w & 63u))));
    switch (bitfieldExtract(uint(v9.x), int(w & 15u), int(32u & 15u)) & 3u) {
    case 0u: {
        u &= ((-(u >> int(lane & 31u))) * u);
        q = (((q << int(w & 63u)) << int(mix(lane, 4294967295u, true) & 63u)) + ((q | q) | (~q)));
        switch (((w + w) - (-lane)) & 3u) {
        case 0u: {
            s--;
        }
        case 1u: {
            uint64_t v11 = (~q);
            switch ((~uint(s)) & 3u) {
            case 0u: {
                v9 = ivec4(((u ^ u) % (((uvec4(1370817168u) + uvec4(255u)) & 65535u) | 1u)));
                s = bitfieldReverse(((-s) * int(2617636485u)));
                v10 = ((min(3592449674u, u.y) >= (lane ^ lane)) ? v9 : (~ivec4(v8, v8, int(65535u), v8)));
            }
            case 1u: {
                v10 = ivec4(int(32u));
            } break;
            default: {
                w -= (((lane >> (w & 31u)) ^ max(lane, lane)) << int(lane & 31u));
            } break;
            }
        } break;
        case 2u: {
            ivec4 v12 = ((false ? (true ? v9 : ivec4(int(2u))) : ivec4(int(1522629074u))) / ((min((v9 ^ ivec4(int(0u))), (v9 - v9)) & 65535) | 1));
            for (int i13 = 0; i13 < 1; i13++) {
                atomicMin(common_words[1], ((w + w) - u.y));
                bool v14 = (((q > q) || (int64_t(1420925419677249494UL) < int64_t(11838142532542696751UL))) ^^ all(greaterThanEqual(uvec3(5u), uvec3(w, u.x, 3813031554u))));
            }
            w = lane;
        } break;
        default: {
            int v15 = clamp(int(5u), 3, 1000);
            w = bitfieldReverse(uint((v8 * v15)));
        } break;
        }
    } break;
    case 1u: {
        u = (((uvec4(2147483648u) + uvec4(784892926u)) & (~uvec4(5u))) + (min(u, u) & uvec4(u.y, w, state[w & 7u].z, lane)));
        uint v16 = (uint((int64_t(854569188624739826UL) & int64_t(2611556300534605789UL))) | (true ? uint(s) : (state[lane & 7u].x % ((lane & 65535u) | 1u))));
        u.w = (((v16 + table[v16 & 7u]) + (u.y / ((32u & 65535u) | 1u))) / ((min((state[v16 & 7u].y | lane), (w - lane)) & 65535u) | 1u));
    } break;
    default: {
        bool v17 = false;
    } break;
    }
    uvec4 v18 = (((u | u) % ((u & 65535u) | 1u)) - ((u - uvec4(2u)) % (((u / ((uvec4(3625979316u) & 65535u) | 1u)) & 65535u) | 1u)));
    shared_words[lane] = (-uint(v9.y));
    barrier();
    w = shared_words[((v18.y | lane) + (state[lane & 7u].z % ((u.y & 65535u) | 1u))) & 63u];
    barrier();
    v9 = ivec4(s, (-(~int(2675440216u))), ((v8 << (int(885597755u) & 31)) >> (min(v9.x, v10.y) & 31)), ((s & v8) * bitfieldExtract(v8, int(state[lane & 7u].y & 15u), int(lane & 15u))));
    int i19 = -1;
    while (++i19 < 1) {
        switch ((bitfieldExtract(s, int(lane & 15u), int(lane & 15u)) | (i19 | v8)) & 3) {
        case 0: {
            int v20 = s;
            k = ivec3(bitfieldInsert(clamp(i19, 3, 1000), mix(v20, v20, b), int(w & 15u), int(w & 15u)), clamp((int(3u) * v20), 3, 1000), (b ? s : i19));
            int i21 = -1;
            while (++i21 < 2) {
                u = uvec4(((v9 | v9) + (ivec4(int(2749484061u)) - v9)));
            }
        }
        case 1: {
            atomicMax(common_words[2], clamp((u.y >> (table[w & 7u] & 31u)), 3u, 1000u));
            v9 = (((ivec4(int(31u)) & ivec4(int(32u))) >> int((lane ^ w) & 31u)) + (ivec4(uvec4(3u)) ^ (v10 & ivec4(int(1u)))));
            b = (((w + lane) & mix(lane, w, b)) <= bitfieldInsert((table[w & 7u] * lane), (lane ^ w), int(3449922399u & 15u), int(v18.y & 15u)));
        } break;
        default: {
            k = k;
            b = b;
            b = all(equal(((k | k) + min(k, ivec3(int(1786337119u)))), (-(k - ivec3(int(31u))))));
        } break;
        }
    }
    switch (((32u % ((lane & 65535u) | 1u)) * (65535u >> int(w & 31u))) & 3u) {
    case 0u: {
        if ((!any(greaterThanEqual((uvec3(2607525863u) % ((uvec3(31u) & 65535u) | 1u)), uvec3(ivec3(int(2066288432u))))))) {
            s = s;
            switch (((s << (s & 31)) << ((s - s) & 31)) & 3) {
            case 0: {
                v10 = ivec4(bitfieldInsert(v10.y, s, int(w & 15u), int(lane & 15u)), bitfieldExtract(clamp(v8, 3, 1000), int(w & 15u), int(lane & 15u)), mix((s / ((s & 65535) | 1)), k.y, (v8 >= v8)), int(3u));
            }
            case 1: {
                v18.w = w;
                uint v22 = min(mix((w ^ w), lane, (b || b)), lane);
            }
            default: {
                v10.y = mix(((v8 & v8) * (int(32u) + s)), ((words[lane & 63u] < state[w & 7u].y) ? bitfieldExtract(s, int(state[w & 7u].w & 15u), int(state[lane & 7u].y & 15u)) : (~s)), any(notEqual((uvec2(0u) & uvec2(3593186361u)), (uvec2(3002395695u) << (uvec2(1554058400u) & 31u)))));
                k = ivec3((s - int(w)), ((s + k.x) | (s ^ v9.y)), max((-s), sign(v8)));
            } break;
            }
        } else {
            u = (b ? (uvec4(words[w & 63u], w, lane, w) + uvec4(w, lane, lane, w)) : (u & (~v18)));
        }
        w++;
        int i23 = 0;
        do {
            if ((((int64_t(5549852330258298295UL) ^ int64_t(6236649866676913380UL)) ^ (int64_t(1405542907056601999UL) << int(v18.x & 63u))) == ((!true) ? (int64_t(7390242649561725029UL) >> int(lane & 63u)) : int64_t(10320208732293853446UL)))) {
                ivec3 v24 = (((k << (k & 31)) | ivec3(s, int(31u), i23)) & k);
                s = int((-(w / ((w & 65535u) | 1u))));
            }
        } while (++i23 < 2);
    } break;
    case 1u: {
        ivec4 v25 = (((v10 + ivec4(int(2385183660u))) & (v9 << (v9 & 31))) + ivec4(max(int(2147483647u), v8), (s << (s & 31)), (b ? v8 : v10.y), bitCount(s)));
    }
    case 2u: {
        u = (((int64_t(3409669096007253450UL) == int64_t(14408030234257142736UL)) && (int64_t(10198296924610243103UL) <= int64_t(18007369203794702967UL))) ? uvec4(max(w, words[lane & 63u]), u.x, (4238054357u >> int(lane & 31u)), w) : ((v18 + uvec4(0u)) & uvec4(w, u.x, w, lane)));
        v18 = u;
        v10 = (~(v10 + (~v9)));
    } break;
    default: {
        switch (((~int(0u)) ^ (-v8)) & 3) {
        case 0: {
            v18 = ((!(lane != lane)) ? ((uvec4(2147483648u) ^ uvec4(7u)) & (v18 >> int(lane & 31u))) : ((u * uvec4(2147483647u)) | uvec4(v10)));
            k ^= (((k >> (ivec3(int(4294967295u)) & 31)) + ivec3(s, k.x, v8)) * ivec3((b ? s : v10.y), (k.x & s), (int(256u) ^ s)));
            v10 += (ivec4(int(w), bitfieldReverse(v8), s, (s + k.y)) | ivec4(uvec4(state[w & 7u].x, 3659068773u, lane, u.x)));
        } break;
        case 1: {
            atomicMax(common_words[2], bitfieldInsert((lane / ((u.x & 65535u) | 1u)), 2u, int(lane & 15u), int(w & 15u)));
        }
        default: {
            u = v18;
            v10 = ivec4(int(1600384931u));
            int64_t v26 = int64_t(10513894427109617386UL);
        } break;
        }
        uvec4 v27 = (true ? uvec4(1556864661u) : uvec4(893296724u));
    } break;
    }
    atomicAdd(common_words[0], (w << (mix(lane, lane, true) & 31u)));
    uint v28 = 7u;
    uint v29 = (mix((~lane), (w ^ v18.y), (false || b)) << ((v18.x / ((u.y & 65535u) | 1u)) & 31u));
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
    fold = fold * 31u + uint(v8);
    fold = fold * 31u + uint(v9.x);
    fold = fold * 31u + uint(v9.y);
    fold = fold * 31u + uint(v9.z);
    fold = fold * 31u + uint(v9.w);
    fold = fold * 31u + uint(v10.x);
    fold = fold * 31u + uint(v10.y);
    fold = fold * 31u + uint(v10.z);
    fold = fold * 31u + uint(v10.w);
    fold = fold * 31u + uint(v18.x);
    fold = fold * 31u + uint(v18.y);
    fold = fold * 31u + uint(v18.z);
    fold = fold * 31u + uint(v18.w);
    fold = fold * 31u + uint(v28);
    fold = fold * 31u + uint(v29);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
