#version 460
// The scoped atomics have 64-bit overloads wherever the types exist.
#extension GL_KHR_memory_scope_semantics : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint64_t u; int64_t i; };
void main() {
    atomicAdd(u, 3ul, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    atomicMin(i, 3l, gl_ScopeQueueFamily, 0, gl_SemanticsRelaxed);
    atomicCompSwap(u, 3ul, 4ul, gl_ScopeDevice, 0, 0, 0, 0);
    atomicStore(i, atomicLoad(i, gl_ScopeDevice, 0, 0), gl_ScopeDevice, 0, 0);
    atomicOr(u, 1ul, gl_ScopeSubgroup, 0, 0);
    atomicExchange(i, 5l, gl_ScopeDevice, 0, 0);
}
