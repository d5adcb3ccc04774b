#version 460
// Uniform blocks, an array of storage blocks, a counter, push constants and an open group size.
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x_id = 65533, local_size_y_id = 65534, local_size_z_id = 65535) in;
layout(set = 0, binding = 0) uniform First { uint first; };
layout(set = 0, binding = 1) uniform Second { uint second; };
layout(set = 1, binding = 0, std430) buffer Result { uint result[]; };
layout(set = 1, binding = 2, std430) buffer Pair { uint word[]; } pairs[2];
layout(set = 1, binding = 33, std430) buffer Counter { uint counter[]; };
layout(push_constant) uniform Locals { uvec4 local[3]; };

void main() {
    uint lane = gl_LocalInvocationIndex;
    uvec4 values[3] = uvec4[3](
        uvec4(first, second, pairs[0].word[0], pairs[1].word[0]),
        uvec4(local[0].x, local[1].x, local[1].y, local[2].x),
        uvec4(gl_WorkGroupSize, result.length()));
    if (lane < 3)
        for (uint k = 0; k < 4; ++k)
            result[4 * lane + k] = values[lane][k];
    atomicAdd(counter[1], 1);
    memoryBarrierBuffer();
    barrier();
    if (lane == 0)
        result[12] = counter[1];
}
