#version 460
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_NV_shader_atomic_int64 : require
#extension GL_NV_gpu_shader5 : enable
// Rasterises small triangles into a buffer of depth and colour in 64 bits.
layout(local_size_x = 32) in;
struct Vertex { vec4 clip; uint color; };
layout(std430, binding = 0) readonly buffer Vertices { Vertex vertices[]; };
layout(std430, binding = 1) readonly buffer Indices { uvec3 triangles[]; };
layout(std430, binding = 2) buffer Frame { uint64_t frame[]; };
uniform ivec2 viewport;
uniform bool cull = true;

float edge(vec2 a, vec2 b, vec2 p) { return determinant(mat2(b - a, p - a)); }

vec3 to_screen(vec4 clip) {
    vec3 ndc = clip.xyz / clip.w;
    return vec3((ndc.xy * .5 + .5) * vec2(viewport), ndc.z * 0.5 + 0.5);
}

void main() {
    uint t = gl_GlobalInvocationID.x;
    if (t >= triangles.length()) return;
    Vertex v[3];
    vec3 s[3];
    for (int i = 0; i < 3; ++i) {
        v[i] = vertices[triangles[t][i]];
        if (v[i].clip.w <= 0.0) return;
        s[i] = to_screen(v[i].clip);
    }
    float area = edge(s[0].xy, s[1].xy, s[2].xy);
    if (cull ? area <= 0.0 : area == 0.0) return;
    vec2 low = min(min(s[0].xy, s[1].xy), s[2].xy), high = max(max(s[0].xy, s[1].xy), s[2].xy);
    ivec2 from = max(ivec2(floor(low)), 0), to = min(ivec2(ceil(high)), viewport - 1);
    for (int y = from.y; y <= to.y; ++y) {
        for (int x = from.x; x <= to.x; ++x) {
            vec2 p = vec2(x, y) + 0.5;
            vec3 w = vec3(edge(s[1].xy, s[2].xy, p), edge(s[2].xy, s[0].xy, p), edge(s[0].xy, s[1].xy, p)) / area;
            if (any(lessThan(w, vec3(0)))) continue;
            float depth = dot(w, vec3(s[0].z, s[1].z, s[2].z));
            vec4 color = mat3x4(unpackUnorm4x8(v[0].color), unpackUnorm4x8(v[1].color), unpackUnorm4x8(v[2].color)) * w;
            uint64_t packed = packUint2x32(uvec2(packUnorm4x8(color), floatBitsToUint(depth)));
            atomicMin(frame[y * viewport.x + x], packed);
        }
    }
}
