#version 430
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_buffer_load : require
#extension GL_NV_shader_buffer_store : require
#extension GL_NV_shader_atomic_float : require
#extension GL_NV_shader_atomic_fp16_vector : enable
layout(local_size_x = 32) in;
struct Item { vec4 v; };
uniform float *samples;
uniform Item *items;
uniform uint64_t raw;
struct Node { int value; };
layout(std430, binding = 0) buffer R { float sums[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    float f = samples[i];
    float *cursor = samples + 4;
    *cursor = f;
    cursor[1] += *(cursor - 1);
    Node *n = (Node *)raw;
    n->value = int(f);
    atomicAdd(sums[i & 7u], f);
    atomicAdd(cursor + 2, 1.0);
    f16vec2 h = f16vec2(vec2(f, 1.0));
    int8_t b = int8_t(3);
    u16vec3 s = u16vec3(b, 2, 1);
    int64_t l = int64_t(raw) + int64_t(s.x);
    sums[0] = float(h.x) + float(l) + items[2].v.x + (*items).v.y + items->v.z;
}
