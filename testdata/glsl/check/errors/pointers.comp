#version 460
#extension GL_NV_shader_buffer_load : require
layout(local_size_x = 1) in;
uniform float *p;
uniform void *any;
sampler2D *textures;
layout(std430, binding = 0) buffer Bound { float bound[]; };
void main() {
    int *q;
    *p = 1.0;
    p[1] = 2.0;
    q = p;
    q = any;
    any + 1;
    *any;
    any++;
    p + q;
    p * 2;
    p + 1.5;
    p == q;
    p < p;
    int n = 1;
    *n;
    float local;
    &local;
    &bound[1];
    float *r = float(n);
    p.x;
    q = (int *)1.5;
}
