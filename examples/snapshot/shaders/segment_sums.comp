#version 460
#extension GL_NV_shader_thread_group : require
#extension GL_NV_shader_thread_shuffle : require
#extension GL_GOOGLE_include_directive : require
#include "segments.glsl"

// Each element becomes the sum of the segment of WIDTH elements that it lies in: a butterfly of
// shuffles, without shared memory. Segments of 8 lanes lie within any subgroup of 8 lanes or more.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) writeonly buffer Sums { uint sums[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint sum = values[i];
    for (uint distance = 1u; distance < WIDTH; distance <<= 1)
        sum += shuffleXorNV(sum, distance, WIDTH);
    sums[i] = sum;
}
