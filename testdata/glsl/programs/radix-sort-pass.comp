#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_control_flow_attributes : require
#define BITS 4
#define BUCKETS (1 << BITS)
#define FOR_BITS(i) [[unroll]] for (int i = 0; i < BITS; ++i)
layout(local_size_x = 256) in;
layout(push_constant) uniform Push { uint shift, count; } pc;
layout(set = 0, binding = 0) readonly buffer KeysIn { uint keys_in[]; };
layout(set = 0, binding = 1) writeonly buffer KeysOut { uint keys_out[]; };
layout(set = 0, binding = 2) coherent buffer Histogram { uint histogram[][BUCKETS]; };
shared uint offsets[BUCKETS];
shared uint counts[8][BUCKETS];

uvec4 peers(uint digit) {
    uvec4 mask = subgroupBallot(true);
    FOR_BITS(i) {
        bool bit = (digit >> i & 1u) != 0u;
        uvec4 with = subgroupBallot(bit);
        mask &= bit ? with : ~with;
    }
    return mask;
}

void main() {
    uint i = gl_GlobalInvocationID.x, thread = gl_LocalInvocationID.x;
    if (thread < BUCKETS) offsets[thread] = histogram[gl_WorkGroupID.x][thread];
    for (uint k = thread; k < 8 * BUCKETS; k += 256) counts[k / BUCKETS][k % BUCKETS] = 0;
    barrier();
    bool inside = i < pc.count;
    uint key = inside ? keys_in[i] : ~0u, digit = bitfieldExtract(key, int(pc.shift), BITS);
    uvec4 same = peers(digit);
    uint rank = subgroupBallotExclusiveBitCount(same);
    [[branch]] if (rank == 0u) counts[gl_SubgroupID][digit] = subgroupBallotBitCount(same);
    barrier();
    [[flatten]] if (thread < BUCKETS) {
        uint sum = 0;
        [[loop, dependency_infinite]] for (int s = 0; s < 8; s++) {
            uint c = counts[s][thread];
            counts[s][thread] = sum;
            sum += c;
        }
    }
    barrier();
    if (inside) keys_out[offsets[digit] + counts[gl_SubgroupID][digit] + rank] = key;
    if (subgroupAll(!inside)) return;
}
