#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_samplerless_texture_functions : require
// Heaps are not resources with a set and a binding. A descriptor that is not used is left out.
layout(local_size_x = 32) in;
layout(descriptor_heap) uniform texture2D textures[];
layout(descriptor_heap, descriptor_stride = 32) uniform sampler samplers[];
layout(descriptor_heap, rgba8) writeonly uniform image2D targets[];
struct Item { vec3 at; float weight; };
layout(descriptor_heap) buffer Items { uint count; Item items[]; } lists[];
layout(descriptor_heap) uniform Unused { vec4 scale; } unused[];
layout(push_constant) uniform Numbers { uint list; };
void main() {
    vec4 texel = textureLod(sampler2D(textures[list], samplers[0]), vec2(0.5), 0.0);
    imageStore(targets[1], ivec2(0), texel * lists[list].items[gl_LocalInvocationIndex].weight);
}
