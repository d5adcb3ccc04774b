#version 430
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D field;
layout(std430, binding = 0) writeonly buffer Lines { vec4 lines[]; };
layout(std430, binding = 1) buffer Command { uint count, instances, first, base; };
uniform float level;
const ivec4 edges[16] = ivec4[16](
    ivec4(-1), ivec4(3, 0, -1, -1), ivec4(0, 1, -1, -1), ivec4(3, 1, -1, -1),
    ivec4(1, 2, -1, -1), ivec4(3, 0, 1, 2), ivec4(0, 2, -1, -1), ivec4(3, 2, -1, -1),
    ivec4(2, 3, -1, -1), ivec4(2, 0, -1, -1), ivec4(0, 1, 2, 3), ivec4(2, 1, -1, -1),
    ivec4(1, 3, -1, -1), ivec4(1, 0, -1, -1), ivec4(0, 3, -1, -1), ivec4(-1));
vec2 crossing(int edge, vec4 v) {
    const vec2 corner[] = vec2[](vec2(0), vec2(1, 0), vec2(1), vec2(0, 1));
    int next = (edge + 1) & 3;
    float t = (level - v[edge]) / (v[next] - v[edge]);
    return mix(corner[edge], corner[next], t);
}
void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    vec4 v = vec4(texelFetchOffset(field, p, 0, ivec2(0, 0)).r, texelFetchOffset(field, p, 0, ivec2(1, 0)).r,
                  texelFetchOffset(field, p, 0, ivec2(1, 1)).r, texelFetchOffset(field, p, 0, ivec2(0, 1)).r);
    bvec4 inside = greaterThan(v, vec4(level));
    int code = int(dot(vec4(inside), vec4(1, 2, 4, 8)));
    for (int i = 0; i < 4 && edges[code][i] >= 0; i += 2) {
        uint slot = atomicAdd(count, 2u) / 2u;
        lines[slot] = vec4(p, p) + vec4(crossing(edges[code][i], v), crossing(edges[code][i + 1], v));
    }
}
