#version 460
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform texture2D textures[];
layout(set = 0, binding = 0) uniform utexture2D integer_textures[];
layout(set = 0, binding = 1) uniform sampler samplers[4];
layout(set = 0, binding = 2) uniform image2D images[];
layout(set = 0, binding = 3) uniform samplerShadow shadow_sampler;
layout(set = 1, binding = 0, std430) readonly buffer Objects { uvec4 ids[]; } objects[8];
layout(push_constant) uniform Push { uint target; uint object_set; vec2 inverse; } push;

vec4 sample_any(uint t, uint s, vec2 uv) {
    return textureLod(sampler2D(textures[nonuniformEXT(t)], samplers[nonuniformEXT(s)]), uv, 0);
}
void main() {
    uvec2 p = gl_GlobalInvocationID.xy;
    uvec4 id = objects[push.object_set].ids[p.x + p.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x];
    vec2 uv = (p + 0.5) * push.inverse;
    vec4 c = sample_any(id.x, id.y & 3, uv);
    c.a *= textureLod(sampler2DShadow(textures[nonuniformEXT(id.z)], shadow_sampler), vec3(uv, 0.5), 0.0);
    uint n = nonuniformEXT(id.w);
    c.r += float(texelFetch(integer_textures[n], ivec2(p), 0).r) / 255.0;
    c.g += float(textureSize(textures[nonuniformEXT(id.x)], 0).x);
    vec4 old = imageLoad(images[push.target], ivec2(p));
    imageStore(images[push.target], ivec2(p), mix(old, c, bvec4(true, c.g > 0, false, true)));
}
