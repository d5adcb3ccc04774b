#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_ray_query : require
// Descriptors and data in blocks of heaps. Only the device has the size of a descriptor, so that offsets are sums.
layout(local_size_x = 32) in;
layout(constant_id = 3) const uint tablesAt = 64;
layout(push_constant) uniform Places { vec4 unused; uint materialsAt; } places;
layout(buffer_type, scalar) uniform Light { vec3 color; float power; };
layout(buffer_type) buffer Sums { uint count; vec4 sums[]; };
layout(buffer_reference, scalar) buffer Node { vec2 value; };
struct Range { uint first; uint last[2]; };
struct Material { texture2D maps[2]; Light light; vec4 tint; Range range; };
// At an offset that is read before `main`.
layout(heap_offset = places.materialsAt) resourceheap Materials {
    uint count;
    Node node;
    bool visible;
    layout(row_major) mat2x3 turn;
    Material all[];
} materials;
// At a specialization constant.
layout(heap_offset = tablesAt) resourceheap Tables {
    layout(descriptor_size = 128) readonly Sums inputs[4];
    layout(r32f) coherent image2D picture;
    accelerationStructureEXT scene;
    layout(offset = 4096) uvec4 last;
    writeonly buffer Sums outputs[];
} tables;
samplerheap Samplers { uint which; sampler list[]; } samplers;
vec4 texel(texture2D source) { return texelFetch(source, ivec2(1), 0); }
void main() {
    uint lane = gl_LocalInvocationIndex;
    vec4 sum = texel(materials.all[lane].maps[1]) * materials.all[lane].tint;
    sum += textureLod(sampler2D(materials.all[2].maps[lane], samplers.list[samplers.which]), vec2(0.5), 0.0);
    Range range = materials.all[lane].range;
    sum.x += float(range.last[1] + materials.all[lane].range.last[lane]);
    sum.rgb += materials.all[lane].light.color * materials.all[3].light.power;
    if (materials.visible) sum.xyz += materials.turn * materials.node.value + materials.turn[1];
    sum.y += materials.turn[lane][2] + float(tables.last[lane] + materials.count);
    sum += tables.inputs[lane].sums[tables.inputs[1].count];
    imageStore(tables.picture, ivec2(0), imageLoad(tables.picture, ivec2(1)) + sum);
    rayQueryEXT query;
    rayQueryInitializeEXT(query, tables.scene, 0u, 0xffu, vec3(0.0), 0.0, sum.xyz, 1.0);
    rayQueryProceedEXT(query);
    tables.outputs[lane].sums[tables.inputs[0].sums.length()] = sum;
    materials.node.value = sum.xy;
}
