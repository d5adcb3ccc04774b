#version 140
// run: --dispatch 2 --storage 0=u32:5,6,7,8,9,10,11,12 --counter 0=u32:100 --uniform 1=u32:3,0,0,0 --dump 0=u32 --dump counter:0=u32
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
#extension GL_ARB_shader_atomic_counters : require
#extension GL_ARB_shading_language_420pack : require
#extension GL_ARB_uniform_buffer_object : require
#extension GL_ARB_gpu_shader5 : require
// What OpenGL programs of an old version do: extensions bring compute, buffers, counters and `binding`.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
layout(binding = 0, offset = 0) uniform atomic_uint tickets;
layout(std140, binding = 1) uniform Scale { uint factor; };
shared uint staged[4];
void main() {
    uint lane = gl_LocalInvocationID.x;
    staged[lane] = a[gl_GlobalInvocationID.x];
    barrier();
    uint next = staged[(lane + 1u) & 3u];
    uint reversed = bitfieldReverse(next) >> 24;
    a[gl_GlobalInvocationID.x] = next * factor + (reversed & 1u);
    atomicCounterIncrement(tickets);
    if (gl_GlobalInvocationID.x == 7u) atomicCounterDecrement(tickets);
}
