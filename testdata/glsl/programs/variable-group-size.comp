#version 430
#extension GL_ARB_compute_variable_group_size : require
#extension GL_ARB_gpu_shader_int64 : enable
layout(local_size_variable) in;
layout(std430, binding = 0) buffer Log { uvec4 entries[]; };
layout(binding = 0, r32ui) uniform uimage2D counts;
uniform uvec3 domain;

uint flatten(uvec3 p, uvec3 s) { return p.x + s.x * (p.y + s.y * p.z); }

void main() {
    uvec3 size = gl_LocalGroupSizeARB;
    uvec3 p = gl_WorkGroupID * gl_LocalGroupSizeARB + gl_LocalInvocationID;
    if (any(greaterThanEqual(p, domain))) return;
    if (p != gl_GlobalInvocationID) { entries[0] = uvec4(~0u); return; }
    uint64_t area = uint64_t(size.x) * size.y * size.z;
    imageAtomicAdd(counts, ivec2(p.xy), uint(area & 0xFFFFFFFFul));
    entries[flatten(p, domain) + 1u] = uvec4(gl_LocalInvocationID, gl_LocalInvocationIndex);
    if (area > 512ul || any(greaterThan(size, uvec3(512u, 512u, 64u))))
        entries[0].w = 1u;
}
