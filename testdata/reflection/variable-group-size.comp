#version 430
#extension GL_ARB_compute_variable_group_size : require
// The dispatch chooses the work group: three specialization constants.
layout(local_size_variable) in;

layout(std430, binding = 2) buffer Sums { uint count; int total; float sums[]; } result;

void main() {
    result.sums[gl_GlobalInvocationID.x] = float(gl_LocalGroupSizeARB.x * gl_LocalGroupSizeARB.y);
    atomicAdd(result.count, 1u);
}
