#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Input { uint a; float b[]; } source;
layout(std430, binding = 1) writeonly buffer Output { uint a; float b[]; } target;
layout(std430, binding = 2) buffer Mixed { readonly uint fixed_one; writeonly uint sink; } mixed;
layout(std430, binding = 3) uniform Wrong { uint a; };
layout(rgba8) readonly uniform image2D source_image;
writeonly uniform image2D target_image;
uniform uint loose;
void main() {
    source.a = 1u;
    atomicAdd(source.a, 1u);
    atomicMax(mixed.fixed_one, 1u);
    mixed.fixed_one++;
    uint x = target.a;
    target.a += 1u;
    x = mixed.sink;
    atomicExchange(mixed.sink, 1u);
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> m;
    coopMatLoadNV(m, source.b, 0u, 8u, false);
    coopMatStoreNV(m, source.b, 0u, 8u, false);
    coopMatLoadNV(m, target.b, 0u, 8u, false);
    coopMatStoreNV(m, target.b, 0u, 8u, false);
    imageStore(source_image, ivec2(0), vec4(0));
    imageLoad(target_image, ivec2(0));
    loose = 3u;
    atomicAdd(loose, 1u);
    uint local;
    atomicAdd(local, 1u);
}
