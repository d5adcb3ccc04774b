#version 450
// run: --dispatch 1 --texture 0=2d:r32f:4x4:levels=3:nearest:f32:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,20,21,22,23,30 --storage 0=zeros:64 --dump 0=f32
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
#extension GL_AMD_texture_gather_bias_lod : require
// Sparse accesses, minimum levels and gathers from a level.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D source;
layout(std430, binding = 0) buffer Data { float a[16]; };
void main() {
    vec4 texel = vec4(-1.0);
    int code = sparseTexelFetchARB(source, ivec2(1, 2), 0, texel);
    a[0] = texel.x;
    a[1] = float(sparseTexelsResidentARB(code));
    code = sparseTextureLodARB(source, vec2(0.25, 0.75), 1.0, texel);
    a[2] = texel.x;
    a[3] = float(sparseTexelsResidentARB(code));
    sparseTextureGatherARB(source, vec2(0.5), texel);
    a[4] = texel.x;
    a[5] = texel.w;
    a[6] = textureClampARB(source, vec2(0.25), 2.0).x;
    a[7] = textureGradClampARB(source, vec2(0.25), vec2(0.0), vec2(0.0), 1.0).x;
    vec4 gathered = textureGatherLodAMD(source, vec2(0.5), 1.0);
    a[8] = gathered.x;
    a[9] = gathered.z;
    gathered = textureGather(source, vec2(0.5), 0, 1.0);
    a[10] = gathered.y;
    sparseTextureGradOffsetClampARB(source, vec2(0.125), vec2(0.0), vec2(0.0), ivec2(1, 0), 0.0, texel);
    a[11] = texel.x;
}
