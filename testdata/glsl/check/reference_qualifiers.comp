#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_KHR_memory_scope_semantics : require
// Memory qualifiers of variables of reference type.
layout(local_size_x = 1) in;
layout(buffer_reference, std430) coherent buffer Shared { uint value; };
layout(buffer_reference, std430) buffer Cell { uint value; };
layout(std430, binding = 0) buffer Data { Shared all; Cell cell; volatile Cell watched; uint result; };
layout(binding = 1) uniform workgroupcoherent nonprivate sampler2D texels;
coherent Cell kept;
uint load(coherent restrict Cell source) { return source.value; }
uint same(coherent uint x) { return x; }
void main() {
    readonly Cell local = cell;
    workgroupcoherent volatile Cell other = cell;
    other.value = local.value;
    restrict Cell list[2];
    list[0] = cell;
    list[0].value = load(cell);
    kept = cell;
    kept.value = all.value + watched.value;
    coherent uint plain = 3u;
    result = same(plain) + uint(texture(texels, vec2(0.0)).x);
}
