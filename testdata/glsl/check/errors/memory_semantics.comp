#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_rotate : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint o[]; };
layout(r32ui, binding = 0) uniform uimage2D image;
layout(constant_id = 0) const int chosen = 2;
const int D = gl_ScopeDevice, B = gl_StorageSemanticsBuffer;
void main() {
    atomicStore(o[0], 1u, D, B, gl_SemanticsAcquire);
    atomicStore(o[0], 1u, D, B, gl_SemanticsAcquireRelease);
    atomicLoad(o[0], D, B, gl_SemanticsRelease);
    imageAtomicLoad(image, ivec2(0), D, gl_StorageSemanticsImage, gl_SemanticsAcquireRelease);
    imageAtomicStore(image, ivec2(0), 1u, D, gl_StorageSemanticsImage, gl_SemanticsAcquire);
    atomicAdd(o[0], 1u, D, B, 0x10);
    atomicAdd(o[0], 1u, D, 0x80, gl_SemanticsAcquire);
    atomicAdd(o[0], 1u, D, B, gl_SemanticsAcquire | gl_SemanticsRelease);
    atomicAdd(o[0], 1u, 6, B, gl_SemanticsAcquire);
    atomicAdd(o[0], 1u, 0, B, gl_SemanticsAcquire);
    atomicAdd(o[0], 1u, chosen, B, gl_SemanticsAcquire);
    atomicAdd(o[0], 1u, D, B, gl_SemanticsAcquire | gl_SemanticsMakeAvailable);
    atomicAdd(o[0], 1u, D, B, gl_SemanticsRelease | gl_SemanticsMakeVisible);
    atomicCompSwap(o[0], 1u, 2u, D, B, gl_SemanticsAcquire, B, gl_SemanticsRelease);
    atomicCompSwap(o[0], 1u, 2u, D, B, gl_SemanticsVolatile, B, gl_SemanticsRelaxed);
    imageAtomicCompSwap(image, ivec2(0), 1u, 2u, D, B, 0, B, gl_SemanticsAcquireRelease);
    memoryBarrier(D, B, gl_SemanticsRelaxed);
    memoryBarrier(D, gl_StorageSemanticsNone, gl_SemanticsAcquire);
    memoryBarrier(D, B, gl_SemanticsAcquire | gl_SemanticsVolatile);
    controlBarrier(gl_ScopeWorkgroup, D, gl_StorageSemanticsNone, gl_SemanticsAcquire);
    controlBarrier(gl_ScopeWorkgroup, D, B, gl_SemanticsAcquire | gl_SemanticsVolatile);
    controlBarrier(gl_ScopeDevice, D, 0, 0);
    controlBarrier(gl_ScopeInvocation, D, 0, 0);
    controlBarrier(7, D, 0, 0);
    subgroupClusteredAdd(1, 3u);
    subgroupClusteredAnd(1, 0u);
    subgroupClusteredRotate(1, 1u, 6u);
}
