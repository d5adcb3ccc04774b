#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_ray_query : require
// Descriptors in heaps have no set and no binding. Arrays of arrays are numbered row by row.
layout(local_size_x = 32) in;
layout(descriptor_heap) uniform texture2D textures[];
layout(descriptor_heap) uniform texture3D pairs[][2];
layout(descriptor_heap, descriptor_stride = 32) uniform sampler samplers[];
layout(descriptor_heap, r32ui) coherent uniform uimage2D counters[];
layout(descriptor_heap) uniform accelerationStructureEXT scenes[];
layout(descriptor_heap) uniform Inputs { vec4 scale; mat2x3 turn; } inputs[];
struct Item { vec3 at; float weight; };
layout(descriptor_heap, descriptor_stride = 64) buffer Outputs { vec4 sum; Item items[]; } outputs[4];
layout(std430, binding = 0) readonly buffer Numbers { uint number; };
vec4 texel(texture2D source) { return texelFetch(source, ivec2(1), 0); }
void main() {
    uint lane = gl_LocalInvocationIndex;
    vec4 sum = textureLod(sampler2D(textures[number], samplers[3]), vec2(0.5), 0.0) + texel(textures[lane]);
    sum += texelFetch(pairs[lane][1], ivec3(0), 0) + inputs[number].scale;
    imageAtomicAdd(counters[5], ivec2(0), 1u);
    outputs[2].sum = sum * float(outputs[lane].items.length());
    Item item = outputs[1].items[lane];
    item.at.xy += vec3(sum.xyz) * inputs[2].turn;
    outputs[lane].items[7] = item;
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scenes[1], 0u, 0xffu, vec3(0.0), 0.0, item.at, 1.0);
    rayQueryProceedEXT(query);
}
