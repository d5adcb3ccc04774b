#version 460
#extension GL_NV_shader_buffer_load : require
#extension GL_NV_shader_buffer_store : require
#extension GL_NV_gpu_shader5 : require
// `&` behind a pointer, which NVIDIA's compiler takes.
layout(local_size_x = 4) in;
struct Item { vec3 at; float list[4]; mat2 m; };
uniform Item *items;
void main() {
    float *p = &items[1].list[gl_LocalInvocationIndex];
    *p = 1.0;
    p = &items->at.y;
    *p = 2.0;
    vec2 *column = &items->m[1];
    *column = vec2(3.0);
    p = &items->m[0][1];
    *p = 4.0;
}
