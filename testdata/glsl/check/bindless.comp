#version 460
#extension GL_ARB_bindless_texture : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(bindless_sampler) uniform sampler2D one;
layout(std430, binding = 0) buffer B { sampler2D kept; uint64_t handle; uvec2 words; vec4 o; };
void main() {
    sampler2D s = sampler2D(handle);
    o = texture(s, vec2(0.5)) + texture(sampler2D(words), vec2(0.5)) + texture(kept, vec2(0.1)) + texture(one, vec2(0.0));
    kept = s;
    handle = uint64_t(one);
    words = uvec2(kept);
}
