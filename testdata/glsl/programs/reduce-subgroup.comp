#version 450 core
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
layout(local_size_x_id = 0, local_size_y = 1) in;
layout(constant_id = 1) const uint MAX_SUBGROUPS = 32u;
layout(binding = 0, std430) restrict readonly buffer A { uvec4 data[]; };
layout(binding = 1, std430) restrict coherent buffer B { uint total; uint groups; uvec2 range; };
shared uint sums[MAX_SUBGROUPS];

void main()
{
    uvec4 v = uvec4(0);
    uint i = gl_GlobalInvocationID.x;
    if (i < uint(data.length()))
        v = data[i];
    uint s = subgroupAdd(v.x + v.y + v.z + v.w);
    if (subgroupElect())
        sums[gl_SubgroupID] = s;
    subgroupMemoryBarrierShared();
    barrier();
    if (gl_SubgroupID == 0u) {
        uint t = gl_SubgroupInvocationID < gl_NumSubgroups ? sums[gl_SubgroupInvocationID] : 0u;
        t = subgroupAdd(t);
        if (gl_SubgroupInvocationID == 0u) {
            atomicAdd(total, t);
            atomicMin(range.x, t);
            atomicMax(range.y, t);
            if (atomicAdd(groups, 1u) + 1u == gl_NumWorkGroups.x)
                groups = 0u;
        }
    }
}
