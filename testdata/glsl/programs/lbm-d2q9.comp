#version 430
#define Q 9
#define IDX(a, b, q) (((q) * size.y + ((b) + size.y) % size.y) * size.x + ((a) + size.x) % size.x)
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly restrict buffer From { float f[]; };
layout(std430, binding = 1) writeonly restrict buffer To { float g[]; };
layout(std430, binding = 2) readonly buffer Walls { uint walls[]; };
uniform ivec2 size;
uniform float omega = 1.0;
const ivec2 e[Q] = ivec2[Q](ivec2(0), ivec2(1, 0), ivec2(0, 1), ivec2(-1, 0), ivec2(0, -1), ivec2(1), ivec2(-1, 1), ivec2(-1), ivec2(1, -1));
const float w[Q] = float[](4. / 9., 1. / 9., 1. / 9., 1. / 9., 1. / 9., 1. / 36., 1. / 36., 1. / 36., 1. / 36.);
const int opposite[Q] = int[](0, 3, 4, 1, 2, 7, 8, 5, 6);
bool wall(ivec2 p) { int i = p.y * size.x + p.x; return (walls[i >> 5] >> (i & 31) & 1u) != 0u; }
void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, size))) return;
    float n[Q], rho = 0.0;
    vec2 u = vec2(0);
    for (int q = 0; q < Q; ++q) {
        n[q] = f[IDX(p.x - e[q].x, p.y - e[q].y, q)];
        rho += n[q];
        u += n[q] * vec2(e[q]);
    }
    u /= max(rho, 1e-6);
    if (wall(p)) for (int q = 0; q < Q; ++q) g[IDX(p.x, p.y, opposite[q])] = n[q];
    else for (int q = 0; q < Q; ++q) {
        float eu = dot(vec2(e[q]), u);
        float eq = w[q] * rho * (1.0 + 3.0 * eu + 4.5 * eu * eu - 1.5 * dot(u, u));
        g[IDX(p.x, p.y, q)] = mix(n[q], eq, omega);
    }
}
