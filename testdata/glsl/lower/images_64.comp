#version 450
#extension GL_EXT_shader_image_int64 : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(binding = 0, r64ui) uniform u64image2D unsigned_texels;
layout(binding = 1, r64i) uniform i64image2D signed_texels;
layout(std430, binding = 0) buffer B { uint64_t a; int64_t b; };
void main() {
    a = imageAtomicAdd(unsigned_texels, ivec2(0), 1ul) + imageLoad(unsigned_texels, ivec2(1, 0)).x;
    a += imageAtomicCompSwap(unsigned_texels, ivec2(0), 1ul, 2ul);
    b = imageAtomicMin(signed_texels, ivec2(0), -1l) + imageLoad(signed_texels, ivec2(1)).x;
    imageStore(signed_texels, ivec2(1, 1), i64vec4(b));
}
