#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma use_vulkan_memory_model
// Prefix sums in one pass: each work group looks back at the flags of those before it.
#define GROUP 512
#define ITEMS 8
layout(local_size_x = GROUP) in;
const uint NOTHING = 0, AGGREGATE = 1, PREFIX = 2;
struct State { uint flag, aggregate, prefix; };
layout(set = 0, binding = 0) readonly buffer In { uint numbers[]; };
layout(set = 0, binding = 1) writeonly buffer Out { uint sums[]; };
layout(set = 0, binding = 2) buffer States { uint next; State states[]; };
shared uint group_number;
shared uint warp_sums[GROUP / 32];
shared uint before;

void main() {
    uint thread = gl_LocalInvocationID.x;
    if (thread == 0) group_number = atomicAdd(next, 1);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    uint number = group_number, at = (number * GROUP + thread) * ITEMS, local[ITEMS], sum = 0;
    for (int i = 0; i < ITEMS; i++) {
        sum += numbers[at + i];
        local[i] = sum;
    }
    uint inclusive = subgroupInclusiveAdd(sum);
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1) warp_sums[gl_SubgroupID] = inclusive;
    barrier();
    if (thread < gl_NumSubgroups) {
        uint s = warp_sums[thread];
        warp_sums[thread] = subgroupExclusiveAdd(s);
    }
    barrier();
    uint exclusive = inclusive - sum + warp_sums[gl_SubgroupID];
    if (thread == GROUP - 1) {
        uint aggregate = exclusive + sum;
        states[number].aggregate = aggregate;
        atomicStore(states[number].flag, number == 0 ? PREFIX : AGGREGATE, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        uint running = 0;
        if (number == 0) {
            states[0].prefix = aggregate;
        } else {
            for (uint look = number - 1;;) {
                uint flag = atomicLoad(states[look].flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
                if (flag == PREFIX) { running += states[look].prefix; break; }
                else if (flag == AGGREGATE) { running += states[look].aggregate; --look; }
            }
            states[number].prefix = running + aggregate;
            memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
            atomicStore(states[number].flag, PREFIX, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        }
        before = running;
    }
    barrier();
    for (int i = 0; i < ITEMS; i++) sums[at + i] = before + exclusive + local[i];
}
