#version 460
#extension GL_ARB_bindless_texture : require
// Atomic counters and separate textures and samplers have no bindless handles.
layout(local_size_x = 1) in;
layout(binding = 0) uniform atomic_uint counter;
layout(bindless_sampler) uniform texture2D texels;
layout(bindless_sampler) uniform sampler how;
layout(binding = 0) buffer B { uvec2 words; texture2D kept; };
atomic_uint everywhere;
shared atomic_uint ours;
atomic_uint result() {}
void write(out atomic_uint c) {}
void main() {
    atomic_uint local = counter;
    sampler kept = sampler(words);
    texture2D other = texture2D(words);
    words = uvec2(how);
}
