#version 450
layout(local_size_x = 8, local_size_y = 8, local_size_z = 1) in;
layout(set = 0, binding = 0) uniform sampler2D color;
layout(set = 0, binding = 1) uniform sampler2DArrayShadow maps;
layout(set = 0, binding = 2) uniform samplerCubeArray probes;
layout(set = 0, binding = 3) uniform usampler2D ids;
layout(set = 0, binding = 4, rgba16f) uniform writeonly image2D result;
layout(set = 0, binding = 5) uniform sampler2DMS samples;
const ivec2 offsets[4] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
void main() {
    ivec2 size = textureSize(color, 0), p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    vec2 uv = (vec2(p) + 0.5) / size;
    vec4 r = textureGather(color, uv), g = textureGather(color, uv, 1), b = textureGatherOffset(color, uv, ivec2(1, -1), 2);
    vec4 o = textureGatherOffsets(color, uv, offsets, 3);
    vec4 s = textureGather(maps, vec3(uv, 1), 0.5);
    vec4 q = textureGather(probes, vec4(1, uv, 0));
    uvec4 id = textureGather(ids, uv, 0);
    int levels = textureQueryLevels(color);
    vec4 total = vec4(dot(r, s), dot(g, q), dot(b, vec4(id)), dot(o, o));
    for (int i = 0; i < textureSamples(samples); i++) total += texelFetch(samples, p, i);
    imageStore(result, p, total / float(levels + imageSize(result).x + textureSize(probes, 1).z));
}
