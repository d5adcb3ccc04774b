#version 430
layout(local_size_x = 1) in;
int64_t a;
int8_t b;
f16vec2 c;
layout(scalar) buffer S { int s; };
layout(buffer_reference) buffer R { int r; };
layout(bindless_sampler) uniform sampler2D t;
int *p;
devicecoherent buffer D { int d; };
shared Block { int k; } block;
void main() {
    int n[2] = {};
    float f = 1.0hf;
    long l = 1L;
    shuffleNV(1, 1u, 1u);
    n[nonuniformEXT(1)] = 2;
}
