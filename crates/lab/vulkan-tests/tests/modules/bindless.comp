#version 460
// Aliased unbounded arrays, chosen by handle; images read as raw bits, written through their format.
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 4, local_size_y = 4) in;
layout(set = 4, binding = 0) uniform sampler2D flat_textures[];
layout(set = 4, binding = 0) uniform sampler3D deep_textures[];
layout(set = 4, binding = 1, r32ui) uniform uimage2D raw_images[];
layout(set = 4, binding = 1, rgba32f) uniform image3D deep_images[];
layout(set = 4, binding = 2) uniform usamplerBuffer lists[];
layout(set = 4, binding = 3, r32ui) uniform uimageBuffer out_lists[];
layout(set = 1, binding = 0, std430) buffer Result { vec4 result[]; };
layout(push_constant) uniform Locals { uvec4 local[6]; };

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    uint lane = gl_LocalInvocationIndex;
    vec2 place = (vec2(at) + 0.5) / 4.0;
    result[lane] = textureLod(flat_textures[local[0].x], place, 0.0)
        + textureLod(deep_textures[local[1].x], vec3(place, 0.25), 0.0);
    uint bits = imageLoad(raw_images[local[2].x], at).x;
    imageStore(raw_images[local[2].x], at, uvec4(bits ^ 0xff00ffffu));
    imageStore(deep_images[local[3].x], ivec3(at, 1), vec4(at, lane, 1.0));
    imageStore(out_lists[local[5].x], int(lane), texelFetch(lists[local[4].x], int(lane)) + 1u);
}
