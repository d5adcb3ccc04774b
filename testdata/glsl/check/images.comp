#version 430
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba8, binding = 0) uniform readonly image2D src;
layout(rgba8, binding = 1) uniform writeonly image2D dst;
layout(r32ui, binding = 2) uniform uimage2D acc;
uniform sampler2DShadow shadow;
uniform samplerCube cube;
uniform sampler2DArray layers;
uniform samplerBuffer texels;
uniform isampler3D vol;
uniform int radius = 2;
uniform float weights[9];
const vec3 lum = vec3(0.299, 0.587, 0.114);
const ivec2 offsets[4] = ivec2[](ivec2(0, 1), ivec2(1, 0), ivec2(0), ivec2(1));
void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = imageSize(src);
    if (any(greaterThanEqual(p, size))) return;
    vec4 sum = vec4(0);
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++)
            sum += imageLoad(src, clamp(p + ivec2(x, y), ivec2(0), size - 1)) * weights[(y + 1) * 3 + x + 1];
    float l = dot(sum.rgb, lum);
    imageAtomicAdd(acc, p, uint(l * 255));
    sum.a = texture(shadow, vec3(0.5)) + textureLod(cube, vec3(1), 0).x + texelFetch(layers, ivec3(p, 0), 0).y + texelFetch(texels, 3).x;
    sum += textureGather(layers, vec3(0.5)) + textureOffset(layers, vec3(0.1), ivec2(1, -1)) + vec4(texelFetch(vol, ivec3(0), 0));
    sum += textureGatherOffsets(layers, vec3(0.5), offsets) + vec4(textureSize(cube, 0), textureQueryLevels(layers), 0);
    imageStore(dst, p, mix(sum, vec4(l), bvec4(true, false, l > 0.5, false)));
}
