#version 460
#extension GL_NV_shader_buffer_load : require
#extension GL_NV_shader_buffer_store : require
#extension GL_NV_gpu_shader5 : require
layout(local_size_x = 1) in;
struct Item { vec3 at; int *list; };
layout(std430, binding = 0) buffer B { float f; vec4 v; };
uniform Item *items;
uniform float *floats;
uniform uint64_t raw;
void main() {
    Item item = *items;
    f = items[2].at.y + items->at.x + *floats + floats[3];
    float *p = floats + 4;
    p++;
    --p;
    p += 2;
    int64_t apart = p - floats;
    *p = f;
    p[1] = 2.0;
    items->list[0] = 3;
    bool same = p == floats;
    vec4 *q = (vec4 *)p;
    q = (vec4 *)raw;
    raw == uint64_t(q);
    f = (float)3 + q->x;
    void *any = p;
    float *behind = &items->at.y;
}
