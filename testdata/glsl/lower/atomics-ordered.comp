#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer To { uint to[]; };
layout(r32ui, binding = 0) uniform uimage2D image;
shared uint flag;
const int both = gl_StorageSemanticsBuffer | gl_StorageSemanticsShared;
uint written() { to[7] = 3u; return 1u; }
// What a release orders is written in front of it, its own operands too; what an acquire orders is read behind.
void main() {
    atomicStore(flag, written(), gl_ScopeWorkgroup, both, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    to[0] = atomicLoad(flag, gl_ScopeWorkgroup, both, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    to[1] = atomicAdd(to[2], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    to[3] = atomicCompSwap(to[4], 1u, 2u, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsRelease,
        gl_StorageSemanticsImage, gl_SemanticsAcquire);
    to[5] = imageAtomicMax(image, ivec2(0), 1u, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsAcquire);
    to[6] = atomicAdd(to[2], 1u, gl_ScopeSubgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}
