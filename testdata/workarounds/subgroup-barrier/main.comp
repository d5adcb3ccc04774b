#version 460
// Subgroup barriers that only the first subgroup of a work group executes.
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Results { uint results[]; };
shared uint numbers[128];
void main() {
    uint i = gl_LocalInvocationIndex;
    numbers[i] = i;
    barrier();
    if (gl_SubgroupID == 0u) {
        numbers[i] += 100u;
        subgroupBarrier();
        uint other = numbers[i ^ 1u];
        subgroupBarrier();
        numbers[i] = other;
    }
    barrier();
    // The size of a subgroup differs between devices: whether the invocation is in the first one, and whether its number is right.
    bool first = gl_SubgroupID == 0u;
    results[i] = numbers[i] == (first ? (i ^ 1u) + 100u : i) ? 1u : 0u;
}
