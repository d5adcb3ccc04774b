#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_image_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B { float f; double d; float g[]; };
layout(set = 0, binding = 1, r32f) uniform image2D im;
layout(set = 0, binding = 2, r64ui) uniform u64image2D im64;
layout(set = 0, binding = 3, r32ui) uniform uimage2DArray ims;
layout(set = 0, binding = 4, r32i) uniform iimage1D line;
shared float s;
shared uint u;
void main() {
    float r = atomicAdd(f, 1.0) + atomicExchange(s, 2.0) + atomicMin(g[3], 0.5) + atomicMax(f, 3);
    atomicAdd(d, 1.0LF);
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    r += imageAtomicAdd(im, p, r) + imageAtomicExchange(im, p, 2.0) + imageAtomicMax(im, p, 1.0);
    uint64_t l = imageAtomicMax(im64, p, uint64_t(p.x) << 32 | 5ul);
    imageStore(im64, p, u64vec4(l));
    u = imageAtomicOr(ims, ivec3(p, 0), 1u) + imageAtomicXor(ims, ivec3(p, 1), u) + imageAtomicAnd(ims, ivec3(p, 1), 1u);
    u += uint(imageAtomicMin(line, p.x, -1));
    atomicAnd(u, 0xFFu); atomicOr(u, 1u); atomicXor(u, 2u);
    g[0] = r + s + float(u);
}
