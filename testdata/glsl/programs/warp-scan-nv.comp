#version 430 compatibility
#extension GL_NV_shader_thread_shuffle : enable
#extension GL_NV_shader_thread_group : enable
#extension GL_NV_gpu_shader5 : enable
#ifndef GL_NV_shader_thread_shuffle
#error "no shuffles"
#endif
layout(local_size_x = 64, local_size_y = 2) in;
layout(std430, binding = 3) buffer Data { uint head; float d[]; } ;
uniform int count = 100;
uniform float scale[4];

float warp_inclusive(float x)
{
    bool ok;
    for (uint step = 1u; step < gl_WarpSizeNV; step *= 2u) {
        float y = shuffleUpNV(x, step, 32u, ok);
        if (ok) x += y;
    }
    return x;
}
bvec4 flags(uvec4 m) { return notEqual(m, uvec4(0u)); }

void main()
{
    float x = d[gl_GlobalInvocationID.x] * scale[gl_LocalInvocationID.y];
    float s = warp_inclusive(x);
    bool b = shuffleNV(s > 1.0, 0u, 8u);
    uvec4 u4 = shuffleDownNV(uvec4(gl_ThreadEqMaskNV, gl_ThreadLtMaskNV, gl_ThreadGeMaskNV, gl_WarpIDNV), 3u, 16u);
    ivec3 i3 = shuffleNV(ivec3(1, 2, 3), gl_ThreadInWarpNV ^ 1u, 32u);
    bvec4 bv = shuffleXorNV(flags(u4), 2u, 4u);
    uint ballot = ballotThreadNV(b || any(bv));
    if (anyThreadNV(b) && !allThreadsEqualNV(bv.x))
        s += float(bitCount(ballot)) + float(i3.y) + float(gl_SMIDNV);
    if (int(gl_GlobalInvocationID.x) < count)
        d[gl_GlobalInvocationID.x] = s;
}
