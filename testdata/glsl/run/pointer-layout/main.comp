#version 460
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_buffer_load : require
#extension GL_NV_shader_buffer_store : require
// The offsets and strides of structs behind pointers (structure layout rules of NV_shader_buffer_load).
layout(local_size_x = 1) in;
struct Inner { vec3 at; };
struct Item {
    float first;
    vec3 at;
    float after;
    vec2 pair;
    mat2 m;
    Inner inner;
    float last;
    vec3 list[2];
    uint count;
};
layout(std430, binding = 0) buffer To { float to[16]; uint olds[4]; };
layout(std140, binding = 1) uniform Addresses { Item *items; };
void main() {
    Item *item = items + 1;
    to[0] = item->first;
    to[1] = item->at.z;
    to[2] = item->after;
    to[3] = item->pair.y;
    to[4] = item->m[1][0];
    to[5] = items[1].inner.at.y;
    to[6] = items[1].last;
    to[7] = items[1].list[1].x;
    float *z = &item->list[1].z;
    to[8] = *z;
    vec2 *column = &item->m[1];
    to[9] = column->y;
    vec3 *list = &item->list[0];
    to[10] = list[1].y;
    Item copy = *item;
    to[11] = copy.inner.at.x + copy.list[1].z;
    items[0].list[1].y = -1.0;
    items->m = mat2(-2.0, -3.0, -4.0, -5.0);
    uint *count = &item->count;
    olds[0] = atomicIncWrap(count, 3u);
    olds[1] = atomicIncWrap(count, 3u);
    olds[2] = atomicDecWrap(count, 3u);
    olds[3] = atomicDecWrap(&items->count, 7u);
}
