#version 460
// run: --dispatch 2 --storage 0=zeros:256 --dump 0=u32
#extension GL_EXT_split_barrier : require
#extension GL_KHR_memory_scope_semantics : require
// Half of the work is between the arrival and the wait.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint a[64]; };
shared uint words[32];
void main() {
    uint lane = gl_LocalInvocationIndex;
    words[lane] = lane * lane;
    controlBarrierArrive(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsRelease);
    uint own = lane + 1u;
    controlBarrierWait(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquire);
    a[gl_GlobalInvocationID.x] = words[31u - lane] + own;
    // Without arguments: the halves of a barrier.
    barrier();
    words[lane] = own;
    controlBarrierArrive();
    own = a[gl_GlobalInvocationID.x];
    controlBarrierWait();
    a[gl_GlobalInvocationID.x] = own + words[lane ^ 1u];
}
