#version 450
#extension GL_ARB_bindless_texture : require
#extension GL_NV_gpu_shader5 : enable
layout(local_size_x = 8, local_size_y = 8) in;
layout(bindless_sampler) uniform;
struct Material { sampler2D albedo; uvec2 normal_handle; vec4 factor; };
layout(std430, binding = 0) readonly buffer Materials { Material materials[]; };
layout(std140, binding = 1) uniform Views { uvec2 handles[16]; };
layout(bindless_image, rgba8) uniform writeonly image2D result;
uniform samplerCube sky;
uniform int levels;

vec4 shade(sampler2D t, vec2 uv) { return textureLod(t, uv, 0.0) + texelFetch(t, ivec2(uv), 0); }

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    vec2 uv = (vec2(p) + 0.5) / vec2(imageSize(result));
    Material m = materials[(p.x + p.y) % materials.length()];
    vec3 n = textureLod(sampler2D(m.normal_handle), uv, 1.0).xyz * 2.0 - 1.0;
    vec4 c = shade(m.albedo, uv) * m.factor;
    c += textureLod(sky, normalize(n), float(levels));
    uvec2 h = handles[p.x & 15];
    if (any(notEqual(h, uvec2(0)))) c *= textureLod(sampler2D(h), uv, 0.0).r;
    imageStore(result, p, c);
}
