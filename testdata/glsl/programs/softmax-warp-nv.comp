#version 460
#extension GL_NV_shader_thread_shuffle : require
#extension GL_NV_shader_thread_group : require
#extension GL_NV_gpu_shader5 : require
#define WARPS 4
#define REDUCE(name, type, op) \
    type name(type v) { \
        for (uint m = 16u; m != 0u; m >>= 1) { type o = shuffleXorNV(v, m, 32u); v = op; } \
        return v; \
    }
layout(local_size_x = 32 * WARPS) in;
layout(std430, binding = 0) buffer Rows { f16vec4 rows[]; };
uniform uint width;
REDUCE(warp_max, float, max(v, o))
REDUCE(warp_sum, float, v + o)
REDUCE(warp_or, uint, v | o)
REDUCE(warp_min4, ivec4, min(v, o))
void main() {
    uint row = gl_WorkGroupID.x * WARPS + gl_WarpIDNV % WARPS, lane = gl_ThreadInWarpNV;
    float best = -1e30;
    uint quads = width / 4u;
    for (uint i = lane; i < quads; i += gl_WarpSizeNV) {
        vec4 v = vec4(rows[row * quads + i]);
        best = max(best, max(max(v.x, v.y), max(v.z, v.w)));
    }
    best = warp_max(best);
    float sum = 0.0;
    for (uint i = lane; i < quads; i += 32u) sum += dot(exp(vec4(rows[row * quads + i]) - best), vec4(1));
    sum = warp_sum(sum);
    bool nan = warp_or(isnan(sum) ? 1u : 0u) != 0u;
    ivec4 low = warp_min4(ivec4(lane, row, 0, 1));
    for (uint i = lane; i < quads && !nan; i += 32u)
        rows[row * quads + i] = f16vec4(exp(vec4(rows[row * quads + i]) - best) / sum) * float16_t(low.w);
}
