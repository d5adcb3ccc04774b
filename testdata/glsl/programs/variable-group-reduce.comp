#version 450 core
#extension GL_ARB_compute_variable_group_size : enable
#extension GL_NV_shader_thread_shuffle : enable
#extension GL_NV_shader_thread_group : enable
#if !GL_ARB_compute_variable_group_size
#error this needs variable group sizes
#endif
layout (local_size_variable) in;
layout (std430, binding = 0) readonly buffer In { float x[]; };
layout (std430, binding = 1) buffer Out { float sums[]; };
shared float partial[48];
uint group_threads() { uvec3 s = gl_LocalGroupSizeARB; return s.x * s.y * s.z; }
void main() {
    uint threads = group_threads(), group = gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y;
    uint i = group * threads + gl_LocalInvocationIndex;
    float s = i < uint(x.length()) ? x[i] : 0.0;
    for (int d = 16; d > 0; d /= 2) { bool ok; float o = shuffleDownNV(s, uint(d), 32u, ok); s += ok ? o : 0.0; }
    if (gl_ThreadInWarpNV == 0u) partial[gl_LocalInvocationIndex / gl_WarpSizeNV] = s;
    barrier();
    if (gl_LocalInvocationID == uvec3(0)) {
        for (uint k = 1u; k * 32u < threads; k++) s += partial[k];
        sums[group] = s;
    }
}
