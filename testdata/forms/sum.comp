#version 460
// A sum over the work group in shared memory.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float xs[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
shared float part[64];

void main() {
    uint i = gl_LocalInvocationIndex;
    part[i] = xs[gl_GlobalInvocationID.x];
    for (uint half_ = 32u; half_ > 0u; half_ /= 2u) {
        barrier();
        if (i < half_) part[i] += part[i + half_];
    }
    if (i == 0u) sums[gl_WorkGroupID.x] = part[0];
}
