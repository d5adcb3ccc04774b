#version 450 core
layout(local_size_x = 32, local_size_y = 32) in;
layout(set = 2, binding = 1, rgba32f) uniform image2D img;
layout(set = 0, binding = 0, std140) uniform U {
    layout(offset = 0) dvec2 center;
    layout(offset = 16) vec2 span;
    layout(offset = 32) ivec4 options;
    layout(row_major) mat3 palette;
} u;
layout(set = 1, binding = 3, std430) readonly buffer Orbit { vec2 z[]; } orbit;
vec2 cmul(vec2 a, vec2 b) { return vec2(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x); }
void main() {
    ivec2 g = ivec2(gl_GlobalInvocationID.xy);
    vec2 dc = (vec2(g) / vec2(imageSize(img)) - 0.5) * u.span, d = vec2(0);
    int i = 0, r = 0;
    vec2 z = vec2(0);
    do {
        d = cmul(2.0 * orbit.z[r] + d, d) + dc;
        ++r;
        z = orbit.z[r] + d;
        if (dot(z, z) < dot(d, d) || r == orbit.z.length() - 1) { d = z; r = 0; }
    } while (++i < u.options.x && dot(z, z) < 256.0);
    float smooth_i = float(i) + 1.0 - log2(log2(length(z)));
    vec3 c = 0.5 + 0.5 * cos(u.palette[0] + u.palette[1] * smooth_i * 0.05);
    imageStore(img, g, vec4(c, i == u.options.x ? 0 : 1));
}
