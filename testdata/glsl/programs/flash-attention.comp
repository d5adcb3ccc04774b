#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 32, local_size_y = 4) in;
layout(constant_id = 0) const int HEAD = 64;
const int PER_LANE = HEAD / 32;
layout(binding = 0) readonly buffer Q { f16vec4 q[]; };
layout(binding = 1) readonly buffer KV { float16_t kv[]; };
layout(binding = 2) writeonly buffer O { float o[]; };
layout(push_constant) uniform Push { int tokens; float scale; bool causal; } p;
shared float keys[4][32];
void main() {
    int row = int(gl_WorkGroupID.x * gl_WorkGroupSize.y + gl_LocalInvocationID.y);
    int lane = int(gl_SubgroupInvocationID);
    float query[PER_LANE], acc[PER_LANE];
    for (int i = 0; i < PER_LANE; ++i) { query[i] = float(q[(row * HEAD + lane * PER_LANE + i) / 4][(lane * PER_LANE + i) & 3]) * p.scale; acc[i] = 0.0; }
    float best = -3.4e38;
    float total = 0.0;
    int last = p.causal ? min(row, p.tokens - 1) : p.tokens - 1;
    for (int t = 0; t <= last; ++t) {
        float s = 0.0;
        for (int i = 0; i < PER_LANE; ++i) s += query[i] * float(kv[t * 2 * HEAD + lane * PER_LANE + i]);
        s = subgroupAdd(s);
        float next = max(best, s), old = exp(best - next), now = exp(s - next);
        total = total * old + now;
        for (int i = 0; i < PER_LANE; ++i) acc[i] = acc[i] * old + now * float(kv[(t * 2 + 1) * HEAD + lane * PER_LANE + i]);
        best = next;
        keys[gl_LocalInvocationID.y][lane] = subgroupShuffleXor(s, 16u);
    }
    for (int i = 0; i < PER_LANE; ++i) o[row * HEAD + lane * PER_LANE + i] = acc[i] / total;
}
