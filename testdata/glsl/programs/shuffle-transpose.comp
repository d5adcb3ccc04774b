#version 430
#extension GL_NV_shader_thread_shuffle : enable
#extension GL_NV_shader_thread_group : enable
// Transposes 4 by 4 blocks among four lanes with vector shuffles in segments of a warp.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer M { vec4 m[]; };
layout(std430, binding = 1) buffer V { uvec4 valid_masks[]; };
void main() {
    vec4 row = m[gl_GlobalInvocationID.x], column;
    uint lane = gl_ThreadInWarpNV & 3u;
    bool valid[4];
    for (uint k = 0u; k < 4u; ++k) {
        vec4 other = shuffleNV(row, k, 4u, valid[k]);
        column[int(k)] = other[int(lane)];
    }
    bvec3 edges;
    bool up, down, x;
    vec2 previous = shuffleUpNV(row.xy, 1u, 8u, up);
    ivec2 next = shuffleDownNV(ivec2(row.zw), 1u, 8u, down);
    uvec3 flipped = shuffleXorNV(uvec3(row.xyz), 7u, 8u, x);
    edges = bvec3(up, down, x);
    column.x += (up ? previous.x : 0.0) + float(down ? next.y : 0) + float(flipped.z);
    m[gl_GlobalInvocationID.x] = column;
    valid_masks[gl_GlobalInvocationID.x] = uvec4(valid[0], valid[3], uvec2(edges.xy));
}
