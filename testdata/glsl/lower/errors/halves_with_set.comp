#version 450
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_fp16_vector : require
layout(local_size_x = 1) in;
layout(set = 1, binding = 0, rg16f) uniform image2D texels;
layout(std430, set = 0, binding = 0) buffer B { f16vec2 sum; vec4 whole; };
void main() {
    sum = imageAtomicAdd(texels, ivec2(0), sum);
    whole = imageLoad(texels, ivec2(0));
}
