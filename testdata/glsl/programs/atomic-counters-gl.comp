#version 460
#extension GL_ARB_shader_atomic_counter_ops : enable
layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 0, offset = 8) uniform atomic_uint total;
layout(binding = 0) uniform atomic_uint rows[3];
layout(binding = 1, offset = 0) uniform atomic_uint peak;
layout(location = 2) uniform uint limits[2] = uint[2](10u, 20u);
layout(location = 6) uniform mat2x3 bend;
uniform bvec3 enabled;
uniform struct Light { vec3 at; float power; } lights[2];

layout(std430) buffer;
layout(binding = 0) writeonly buffer Result { uvec2 pairs[]; };

void main() {
    uint n = atomicCounterIncrement(total);
    uint m = atomicCounterDecrement(rows[gl_LocalInvocationID.y % 3u]);
    if (enabled.x && all(enabled.yz)) n += atomicCounterAdd(peak, limits[n & 1u]);
    n |= atomicCounterMax(peak, m) ^ atomicCounterExchange(rows[0], 7u);
    m += atomicCounterCompSwap(rows[1], 0u, 1u);
    m += uint(dot(bend[1], lights[n % 2u].at) * lights[0].power);
    memoryBarrierAtomicCounter();
    pairs[gl_GlobalInvocationID.x] = uvec2(n, atomicCounter(total) + m);
}
