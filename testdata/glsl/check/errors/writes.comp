#version 460
layout(local_size_x = 1) in;
layout(binding = 0) uniform U { int u; };
layout(push_constant) uniform P { int n; } p;
layout(std430, binding = 1) readonly buffer R { int r[4]; };
layout(std430, binding = 2) buffer M { readonly int m; writeonly int w; } b;
layout(std430, binding = 3) writeonly buffer W { int only; };
uniform float loose;
uniform sampler2D t, s;
layout(r32f) readonly uniform image2D ri;
layout(r32f) coherent volatile writeonly uniform image2D wi;
void takes(image2D i) { }
void takes_const(const int x) { x = 1; }
void main() {
    u = 1;
    p.n = 1;
    r[2]++;
    b.m = 1;
    int x = b.w + only;
    b.w += 1;
    only = 3;
    loose = 1.0;
    t = s;
    gl_GlobalInvocationID.x = 1u;
    3 = x;
    x + 1 = 2;
    (x) = 3;
    const int c = x;
    c++;
    takes(wi);
    takes(ri);
}
