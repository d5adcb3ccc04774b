#version 460
#extension GL_EXT_nonuniform_qualifier : require
// Separate textures and samplers, fetches, gathers, queries, storage images.
layout(local_size_x = 1) in;
layout(set = 1, binding = 0) uniform texture2DArray t;
layout(set = 1, binding = 1) uniform sampler s;
layout(set = 1, binding = 2) uniform samplerShadow cmp;
layout(set = 1, binding = 3, rgba8) coherent uniform image2D picture;
layout(set = 1, binding = 4) uniform isamplerBuffer texels;
layout(set = 1, binding = 5) uniform sampler2D many[];
layout(set = 0, binding = 0, std430) buffer B { vec4 v; ivec3 n; };
void main() {
    v = texture(sampler2DArray(t, s), v.xyz) + textureGrad(sampler2DArray(t, s), v.xyz, v.xy, v.zw);
    v.x += texture(sampler2DArrayShadow(t, cmp), v);
    v += texelFetch(sampler2DArray(t, s), n, 2);
    v += textureGatherOffset(sampler2DArray(t, s), v.xyz, ivec2(1, -1), 2);
    v += textureProj(many[n.x], v) + textureOffset(many[1], v.xy, ivec2(3));
    n = textureSize(sampler2DArray(t, s), n.y) + texelFetch(texels, n.z).xyz;
    n.xy = imageSize(picture);
    imageStore(picture, n.xy, imageLoad(picture, n.yx) * 0.5);
}
