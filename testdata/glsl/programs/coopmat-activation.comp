#version 460
#pragma use_vulkan_memory_model
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
// A layer of a network: weights stay in fragments, bias and activation by component.
layout(local_size_x = 128) in;
layout(constant_id = 0) const int WIDTH = 64;
layout(constant_id = 1) const int ACTIVATION = 1;
const int TILES = WIDTH / 16;
layout(set = 0, binding = 0) readonly buffer Weights { float16_t weights[]; };
layout(set = 0, binding = 1) readonly buffer Biases { float16_t biases[]; };
layout(set = 0, binding = 2) buffer Values { f16vec4 values4[]; };
layout(set = 0, binding = 2) buffer Halves { float16_t values[]; };
shared float16_t stage[4 * 16 * 72];
#define FRAGMENT fcoopmatNV<16, gl_ScopeSubgroup, 16, 16>
FRAGMENT activate(FRAGMENT m) {
    if (ACTIVATION == 0) return m;
    for (int i = 0; i < m.length(); ++i) {
        float v = float(m[i]);
        m[i] = float16_t(ACTIVATION == 1 ? max(v, 0.0) : v / (1.0 + exp(-v)));
    }
    return m;
}
FRAGMENT row_of(int tile, uint at) {
    FRAGMENT m;
    coopMatLoadNV(m, stage, at + tile * 16, 72, false);
    return m;
}
void main() {
    const uint base = gl_SubgroupID * 16 * 72;
    FRAGMENT b[TILES], acc[TILES];
    for (int t = 0; t < TILES; ++t) {
        coopMatLoadNV(b[t], weights, t * 16, WIDTH, true);
        coopMatLoadNV(acc[t], biases, t * 16, 0, false);
    }
    for (uint i = gl_SubgroupInvocationID; i < 16 * WIDTH; i += gl_SubgroupSize)
        stage[base + i / WIDTH * 72 + i % WIDTH] = values[gl_WorkGroupID.x * 64 * WIDTH + i];
    subgroupBarrier();
    for (int k = 0; k < TILES; ++k) {
        FRAGMENT a = row_of(k, base);
        for (int t = 0; t < TILES; ++t) acc[t] = coopMatMulAddNV(a, b[t], acc[t]);
    }
    subgroupBarrier();
    for (int t = 0; t < TILES; ++t) {
        acc[t] = activate(acc[t]) * float16_t(0.5) + FRAGMENT(float16_t(1));
        coopMatStoreNV(acc[t], stage, base + uint(t) * 16u, 72u, false);
    }
    values4[0].x += float16_t(acc[0].length());
}
