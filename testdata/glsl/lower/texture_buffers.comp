#version 460
// A texture buffer with a sampler is the texture buffer: fetches need no sampler.
layout(local_size_x = 1) in;
layout(binding = 0) uniform textureBuffer words;
layout(binding = 1) uniform sampler any;
layout(std430, binding = 2) buffer Result { vec4 texel; int size; };
void main() {
    texel = texelFetch(samplerBuffer(words, any), 3);
    size = textureSize(samplerBuffer(words, any));
}
