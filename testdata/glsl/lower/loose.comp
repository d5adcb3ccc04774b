#version 450
#extension GL_ARB_bindless_texture : require
// The parameter block, counters and bindless handles.
layout(local_size_x = 1) in;
uniform float last;
layout(location = 3) uniform mat2x3 m;
layout(location = 0) uniform vec3 list[2];
layout(bindless_sampler) uniform sampler2D handle;
layout(binding = 2, offset = 4) uniform atomic_uint counters[2];
layout(std430, binding = 0) buffer B { vec4 v; uint n; uvec2 words; };
void main() {
    v.xyz = m[n] + list[n & 1u] * last;
    n = atomicCounterIncrement(counters[n]) + atomicCounterDecrement(counters[0]);
    v += texture(handle, v.xy) + texture(sampler2D(words), v.zw);
}
