#version 450
#extension GL_NV_gpu_shader5 : require
// Offsets that are not constant: of samples of two levels, of fetches, of gathers. Coordinates lie in the
// middle of texels.
layout(local_size_x = 16) in;
layout(binding = 0) uniform sampler2D plane;
layout(binding = 1) uniform sampler2DArray layers;
layout(std430, binding = 0) buffer To { vec4 to[]; };
void main() {
    int i = int(gl_LocalInvocationIndex);
    ivec2 by = ivec2(i % 5 - 2, i / 5 - 1);
    to[5 * i] = textureOffset(plane, vec2(3.5 / 8.0, 4.5 / 8.0), by);
    to[5 * i + 1] = textureLodOffset(plane, vec2(1.5 / 4.0, 2.5 / 4.0), 1.0, by);
    to[5 * i + 2] = textureOffset(layers, vec3(3.5 / 8.0, 4.5 / 8.0, 1.0), by);
    to[5 * i + 3] = texelFetchOffset(plane, ivec2(3, 3), 0, by);
    to[5 * i + 4] = textureGatherOffset(plane, vec2(4.0 / 8.0, 4.0 / 8.0), by);
}
