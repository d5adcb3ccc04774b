#version 450
// seed 303
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
ivec2 f1(uint64_t p2, inout int p3) {
    ivec2 v4 = (ivec2(int(2147483647u)) + (ivec2(int(65535u)) << ((ivec2(int(5u)) / ((ivec2(int(2147483648u)) & 65535) | 1)) & 31)));
    uvec4 v5 = (uvec4(2147483647u, (state[lane & 7u].x % ((words[lane & 63u] & 65535u) | 1u)), min(1u, 31u), (state[lane & 7u].x | words[lane & 63u])) * uvec4(3u));
    p3 = abs((p3 | int(0u)));
    return (v4 ^ (-(v4 >> (v4 & 31))));
}
uvec4 f6(inout ivec3 p7, ivec4 p8, int p9) {
    uvec4 v10 = uvec4((2147483648u + 7u), mix(clamp(3703671876u, 3u, 1000u), mix(2u, 65535u, false), (int64_t(8024984391871822548UL) >= int64_t(9787624468013161220UL))), ((256u ^ table[lane & 7u]) | (state[lane & 7u].y * 256u)), min((-state[lane & 7u].z), (3679256421u ^ 850883478u)));
    ivec2 v11 = ivec2(int(0u));
    p7 = ivec3(int(words[lane & 63u]), (p9 * p9), (p9 / ((p8.y & 65535) | 1)));
    return (((true ^^ true) ? (v10 ^ uvec4(2147483648u)) : (v10 + v10)) * v10);
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
    k = shuffleDownNV(((k >> (ivec3(int(2988623225u)) & 31)) | (ivec3(int(4294967295u)) + ivec3(int(4102695081u)))), (table[w & 7u] & w) & 7u, 2u, b);
    atomicMax(common_words[2], mix(bitfieldExtract(lane, int(w & 15u), int(w & 15u)), (w >> (3599432087u & 31u)), (b ^^ b)));
    for (int i12 = 0; i12 < 4; i12++) {
        shared_words[lane] = mix((~lane), uint(2803964701459510072UL), all(greaterThanEqual(u, u)));
        barrier();
        w = shared_words[0u & 63u];
        barrier();
        w = (((u.x | w) % ((min(w, u.x) & 65535u) | 1u)) ^ lane);
        u.y = (mix((lane - lane), (lane >> (w & 31u)), (lane > w)) * (lane - (lane % ((lane & 65535u) | 1u))));
        uvec4 v13 = (-(uvec4(words[lane & 63u], lane, w, w) % ((u & 65535u) | 1u)));
    }
    int i14 = 0;
    do {
        if ((((w | w) >= (u.x / ((w & 65535u) | 1u))) || ((~int64_t(10111379717321896569UL)) > (int64_t(40961656435729077UL) - int64_t(8038974743871131241UL))))) {
            ivec3 v15 = ivec3(i14, i14, clamp((~i14), 3, 1000));
            v15 = (ivec3(bitfieldReverse(s), (s | i14), (-i14)) ^ (ivec3(int(32u)) + k));
        } else {
            u = (u - (u / (((u + u) & 65535u) | 1u)));
            switch (((-w) * min(u.y, lane)) & 3u) {
            case 0u: {
                w = mix((clamp(lane, 3u, 1000u) ^ (lane | w)), ((w ^ table[w & 7u]) / (((lane << (2u & 31u)) & 65535u) | 1u)), ((int64_t(12771762324556727510UL) >> int(table[lane & 7u] & 63u)) <= (int64_t(5235680078348412430UL) - int64_t(10512968169436454783UL))));
                u = ((-(u % ((u & 65535u) | 1u))) << (uvec4(ivec4(int(0u))) & 31u));
                s = k.y;
            }
            case 1u: {
                q = (((q / ((12157953786127668407UL & 65535UL) | 1UL)) ^ 10790529761966048839UL) ^ (~(q + q)));
                b = (mix(i14, clamp(s, 3, 1000), (!b)) < (-(-int(3540144100u))));
            } break;
            default: {
                uint v16 = (max(lane, (lane ^ w)) | min((lane - w), lane));
                k = ((~max(ivec3(int(1712447130u)), k)) ^ ((ivec3(int(3925374020u)) / ((ivec3(int(1620102466u)) & 65535) | 1)) / ((ivec3(i14, i14, int(2147483647u)) & 65535) | 1)));
                ivec2 v17 = (((~ivec2(int(1654743458u))) - ivec2(s, i14)) | ivec2(s, mix(i14, k.x, b)));
            } break;
            }
            s = int(73750016u);
        }
        q = uint64_t((int(int64_t(15188213025394111372UL)) & (~i14)));
        b = ((i14 >= abs(s)) || (mix(w, 3823986742u, true) != clamp(state[lane & 7u].w, 3u, 1000u)));
    } while (++i14 < 4);
    ivec3 v18 = (((ivec3(int(32u)) & ivec3(int(3u))) - (k | k)) + ((b ? k : k) << int((w & w) & 31u)));
    switch (clamp(uint(int(0u)), 3u, 1000u) & 3u) {
    case 0u: {
        ivec4 v19 = (ivec4((s / ((s & 65535) | 1)), s, s, (~s)) / (((ivec4(s, k.x, k.y, s) + (-ivec4(int(2u)))) & 65535) | 1));
    }
    case 1u: {
        if ((((q ^ q) == (5930652229130759657UL - q)) && ((b || b) || (q <= q)))) {
            b = (mix((s >> int(u.x & 31u)), (s / ((s & 65535) | 1)), (q >= q)) <= min(int(11748936186092290458UL), (s * int(1507447272u))));
            v18.y = ((max(int(5u), int(2147483648u)) * (s & v18.x)) >> (s & 31));
            q = (((int64_t(14796110243801533811UL) == int64_t(16852361372050236954UL)) ? (q | q) : uint64_t(w)) + ((q % ((q & 65535UL) | 1UL)) >> int(w & 63u)));
        } else {
            switch (uint((q ^ 7881512877788320151UL)) & 3u) {
            case 0u: {
                q = (-q);
            } break;
            case 1u: {
                q ^= (((q + q) - 4461007218903917941UL) & ((17195368095898914548UL - q) ^ (q ^ q)));
            } break;
            case 2u: {
                uint v20 = w;
                v20 = bitfieldExtract(((lane - v20) >> ((w % ((state[v20 & 7u].y & 65535u) | 1u)) & 31u)), int(w & 15u), int(words[lane & 63u] & 15u));
            }
            default: {
                k.z = ((-findMSB(s)) + ((k.y - s) | max(v18.y, s)));
                int v21 = s;
            } break;
            }
            int i22 = -1;
            while (++i22 < 4) {
                k = (ivec3(findLSB(s), (s * int(2u)), (k.x ^ int(65535u))) | ivec3((i22 >> (s & 31)), int(2147483647u), bitfieldInsert(s, int(1527394559u), int(lane & 15u), int(w & 15u))));
                uvec2 v23 = (((uvec2(3650067616u) + uvec2(256u)) / ((min(uvec2(3195919188u), uvec2(2147483648u)) & 65535u) | 1u)) & uvec2((w << int(w & 31u)), (words[w & 63u] * lane)));
                atomicMax(common_words[2], u.x);
                k = ((max(ivec3(int(1u)), v18) + (-ivec3(int(256u)))) | (-ivec3(uvec3(1u))));
            }
            k = ivec3(int(4294967295u));
        }
    } break;
    case 2u: {
        switch (((int(502724577u) * s) << int(w & 31u)) & 3) {
        case 0: {
            atomicMin(common_words[1], u.y);
        } break;
        case 1: {
            w -= uint((-(s ^ s)));
            atomicAnd(common_words[3], (max(state[lane & 7u].z, words[w & 63u]) % ((bitfieldExtract(w, int(u.y & 15u), int(2813492044u & 15u)) & 65535u) | 1u)));
            int v24 = (s - (s + (s & int(2147483647u))));
        }
        case 2: {
            int64_t v25 = ((bitfieldReverse(s) <= mix(k.y, s, b)) ? ((int64_t(11791832088982697908UL) & int64_t(13712645010100365559UL)) | (int64_t(12830386148536009270UL) ^ int64_t(10020390805171000705UL))) : ((int64_t(15773984042003425891UL) * int64_t(16313708011792585734UL)) - (int64_t(9511786406099181609UL) + int64_t(588178195304764704UL))));
            uvec4 v26 = f6(k, ivec4(int(255u)), ((s ^ s) / (((v18.x / ((s & 65535) | 1)) & 65535) | 1)));
        } break;
        default: {
            b = all(greaterThanEqual(((lane != words[w & 63u]) ? uvec3(lane, 1970847555u, 4146376758u) : uvec3(v18)), (-(-uvec3(2147483648u)))));
            uvec3 v27 = (uvec3((w | w), (u.x / ((w & 65535u) | 1u)), lane) << ((uvec3(0u) << (uvec3(4086747013u) & 31u)) & 31u));
        } break;
        }
    } break;
    default: {
        ivec4 v28 = ivec4(int(65535u));
        v28 = (b ? ivec4(int(w), (s ^ s), (int(32u) - v18.y), (~s)) : v28);
    } break;
    }
    bool v29 = b;
    uvec4 v30 = ((~(uvec4(0u) ^ u)) / ((((u >> int(w & 31u)) + (u | u)) & 65535u) | 1u));
    shared_words[lane] = mix((lane * lane), lane, b);
    barrier();
    w = shared_words[mix(w, (state[w & 7u].z - w), (s > s)) & 63u];
    barrier();
    k = (ivec3(int(31u)) - (ivec3(int(65535u)) ^ ivec3(s, v18.x, s)));
    uvec2 v31 = (-((uvec2(996851388u) >> int(lane & 31u)) ^ (v29 ? uvec2(4294967295u) : uvec2(2u))));
    v30 = shuffleUpNV(((-v30) - (v30 & uvec4(1879806105u))), (state[lane & 7u].w ^ v30.y) & 7u, 2u, v29);
    if ((((b ? lane : lane) - uint(s)) <= ((lane + lane) ^ mix(lane, lane, v29)))) {
        switch (((2886467812u & table[w & 7u]) % (((v29 ? w : lane) & 65535u) | 1u)) & 3u) {
        case 0u: {
            if (all(lessThan((v31 & uvec2(v31.y, w)), (uvec2(w, lane) ^ uvec2(v31.y, w))))) {
                k = (k >> int((~w) & 31u));
                int v32 = min((mix(s, k.x, v29) - s), s);
            } else {
                bool v33 = false;
                v33 = (((lane | w) % ((max(w, lane) & 65535u) | 1u)) > min(mix(v31.x, table[w & 7u], false), (~lane)));
            }
            switch ((-findLSB(s)) & 3) {
            case 0: {
                uvec2 v34 = (((v31 % ((uvec2(1850354403u) & 65535u) | 1u)) ^ (uvec2(2147483647u) % ((v31 & 65535u) | 1u))) ^ ((v31 - uvec2(1721804616u)) / (((-v31) & 65535u) | 1u)));
            }
            case 1: {
                b = (((q | q) / (((q + 11548039670518754469UL) & 65535UL) | 1UL)) > ((3085959965046857262UL ^ q) >> int((lane / ((lane & 65535u) | 1u)) & 63u)));
                atomicXor(common_words[5], (lane - uint(17902023347538458336UL)));
                v31 = ((uvec2(table[w & 7u], w) + (uvec2(65535u) / ((v31 & 65535u) | 1u))) * (v31 / (((-uvec2(5u)) & 65535u) | 1u)));
            }
            case 2: {
                s |= findLSB(min((~s), int(int64_t(15357435684448424025UL))));
                uint v35 = min(lane, uint((s | s)));
                s = (k.x - bitfieldExtract((s + s), int(v35 & 15u), int(lane & 15u)));
            } break;
            default: {
                b = (!((-17940769066227148644UL) >= (q ^ 8234467158046634375UL)));
                atomicXor(common_words[5], (lane % ((clamp(v30.x, 3u, 1000u) & 65535u) | 1u)));
                s ^= (~(mix(int(256u), v18.y, v29) + (b ? v18.x : s)));
            } break;
            }
        }
        case 1u: {
            if (any(notEqual(ivec4(bitfieldExtract(int(7u), int(w & 15u), int(state[lane & 7u].w & 15u)), bitfieldInsert(s, s, int(w & 15u), int(lane & 15u)), (s * s), bitfieldInsert(s, int(32u), int(w & 15u), int(3199904679u & 15u))), ((ivec4(int(3451926282u)) & ivec4(int(32u))) ^ ivec4(uvec4(32u)))))) {
                q = (((int64_t(72794817440449270UL) <= int64_t(13308616888891237938UL)) ? (q + q) : q) / ((((12510698163004527207UL - q) - (16121685183240131870UL + q)) & 65535UL) | 1UL));
                k = k;
                w -= bitfieldExtract((lane ^ w), int(w & 15u), int(w & 15u));
            }
        } break;
        default: {
            uvec4 v36 = max((-uvec4(v31.y, u.y, lane, words[w & 63u])), (-(uvec4(1597787089u) | uvec4(2662116890u))));
            for (int i37 = 0; i37 < 1; i37++) {
                uint v38 = (bitfieldExtract(words[lane & 63u], int(state[lane & 7u].w & 15u), int(w & 15u)) - mix((lane % ((v36.x & 65535u) | 1u)), (w + lane), (int64_t(13062566154198936219UL) == int64_t(10734814206561161960UL))));
                v36 = uvec4(((words[v38 & 63u] | v38) / ((uint(int(2147483647u)) & 65535u) | 1u)), (uint(q) * (v38 % ((v38 & 65535u) | 1u))), (w << ((lane / ((v30.y & 65535u) | 1u)) & 31u)), (bitfieldInsert(v38, u.x, int(words[v38 & 63u] & 15u), int(w & 15u)) & mix(lane, v38, true)));
            }
        } break;
        }
    } else {
        v31 ^= v31;
        uvec4 v39 = f6(k, (ivec4(s, s, v18.x, s) ^ (ivec4(int(1261406802u)) | ivec4(int(0u)))), (s - (s ^ s)));
        int64_t v40 = int64_t(69905397519652190UL);
    }
    shared_words[lane] = (w % (((lane / ((w & 65535u) | 1u)) & 65535u) | 1u));
    barrier();
    w = shared_words[(clamp(lane, 3u, 1000u) ^ (~u.x)) & 63u];
    barrier();
    b = (!(int64_t(7554452928505814859UL) == int64_t(w)));
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
    fold = fold * 31u + uint(v18.x);
    fold = fold * 31u + uint(v18.y);
    fold = fold * 31u + uint(v18.z);
    fold = fold * 31u + (v29 ? 3u : 5u);
    fold = fold * 31u + uint(v30.x);
    fold = fold * 31u + uint(v30.y);
    fold = fold * 31u + uint(v30.z);
    fold = fold * 31u + uint(v30.w);
    fold = fold * 31u + uint(v31.x);
    fold = fold * 31u + uint(v31.y);
    for (int i = 0; i < 8; i++) fold = fold * 31u + table[i];
    uint at = gl_GlobalInvocationID.x * 4u;
    results[at] = fold;
    results[at + 1u] = w;
    results[at + 2u] = uint(s);
    results[at + 3u] = u.x;
}
