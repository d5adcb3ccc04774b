#version 450
layout(local_size_x = 32, local_size_y = 8) in;
struct Point { vec4 now_pinned, before; };
layout(std430, set = 0, binding = 0) buffer Points { Point points[]; };
layout(std140, set = 0, binding = 1) uniform Cloth {
    uvec2 size; float rest; float stiffness;
    vec3 wind; uint iterations;
} cloth;
layout(set = 0, binding = 2) uniform Sphere { vec4 sphere[3]; };
shared vec3 tile[10][34];
vec3 pull(vec3 a, vec3 b, float rest) { vec3 d = b - a; float l = length(d); return l > 0.0 ? d * ((l - rest) / l) * 0.5 : vec3(0); }
vec3 outside(vec3 p) {
    for (int i = 0; i < sphere.length(); i++) {
        vec3 d = p - sphere[i].xyz;
        if (dot(d, d) < sphere[i].w * sphere[i].w) p = sphere[i].xyz + normalize(d) * sphere[i].w;
    }
    return p;
}
void main() {
    uvec2 p = gl_GlobalInvocationID.xy, l = gl_LocalInvocationID.xy + 1u;
    uint i = p.y * cloth.size.x + p.x;
    bool live = all(lessThan(p, cloth.size)) && points[i].now_pinned.w == 0.0;
    vec3 x = points[i].now_pinned.xyz;
    vec3 v = x - points[i].before.xyz;
    if (live) points[i].before.xyz = x;
    x += live ? v * 0.99 + cloth.wind : vec3(0);
    for (uint n = 0u; n < cloth.iterations; ++n) {
        tile[l.y][l.x] = x;
        barrier();
        vec3 d = vec3(0);
        if (p.x > 0u) d += pull(x, tile[l.y][l.x - 1u], cloth.rest);
        if (p.x + 1u < cloth.size.x) d += pull(x, tile[l.y][l.x + 1u], cloth.rest);
        if (p.y > 0u) d += pull(x, tile[l.y - 1u][l.x], cloth.rest);
        if (p.y + 1u < cloth.size.y) d += pull(x, tile[l.y + 1u][l.x], cloth.rest);
        barrier();
        if (live) x = outside(x + d * cloth.stiffness);
    }
    if (live) points[i].now_pinned.xyz = x;
}
