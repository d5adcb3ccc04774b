#version 450
// run: --dispatch 1 --storage 0=zeros:1024 --dump 0=x32
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
// Each lane mask of the subgroup: its first word in every lane, and the number of lanes whose other words, or whose
// 64-bit form, differ from what they must be.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint wrong; uint sets[]; };

void check(uint row, uvec4 mask, uint64_t low) {
    sets[row * 32u + gl_SubgroupInvocationID] = mask.x;
    if (mask.y + mask.z + mask.w != 0u || low != uint64_t(mask.x)) atomicAdd(wrong, 1u);
}

void main() {
    check(0u, gl_SubgroupEqMask, gl_SubGroupEqMaskARB);
    check(1u, gl_SubgroupGeMask, gl_SubGroupGeMaskARB);
    check(2u, gl_SubgroupGtMask, gl_SubGroupGtMaskARB);
    check(3u, gl_SubgroupLeMask, gl_SubGroupLeMaskARB);
    check(4u, gl_SubgroupLtMask, gl_SubGroupLtMaskARB);
}
