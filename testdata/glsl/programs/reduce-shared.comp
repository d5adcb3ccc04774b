#version 450
// Sum, minimum and maximum of a buffer, one triple for each work group.
layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Input { float values[]; } src;
layout(std430, set = 0, binding = 1) writeonly buffer Output { vec3 triples[]; } dst;
layout(push_constant) uniform Push { uint count; uint stride; } push;

shared vec3 partial[gl_WorkGroupSize.x];

vec3 merge(const vec3 a, const vec3 b) {
    return vec3(a.x + b.x, min(a.y, b.y), max(a.z, b.z));
}

void main() {
    const uint lane = gl_LocalInvocationIndex;
    vec3 mine = vec3(0.0, uintBitsToFloat(0x7f800000u), uintBitsToFloat(0xff800000u));
    for (uint i = gl_GlobalInvocationID.x; i < push.count; i += push.stride) {
        float v = src.values[i];
        mine = merge(mine, v.xxx);
    }
    partial[lane] = mine;
    memoryBarrierShared();
    barrier();
    for (uint half_size = gl_WorkGroupSize.x / 2u; half_size > 0u; half_size >>= 1) {
        if (lane < half_size) partial[lane] = merge(partial[lane], partial[lane + half_size]);
        barrier();
    }
    if (lane == 0u) dst.triples[gl_WorkGroupID.x] = partial[0];
}
