#version 450
#extension GL_NV_gpu_shader5 : require
// Texel offsets that are not constant: added to what fetches read, an operand of gathers; of samples,
// divided by the size of the level.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D plane;
layout(binding = 1) uniform sampler2DArrayShadow shadows;
layout(std430, binding = 0) buffer B { vec4 sum; vec4 at; ivec2 by; };
void main() {
    sum = textureOffset(plane, at.xy, by);
    sum += textureLodOffset(plane, at.xy, at.z, by);
    sum += textureProjOffset(plane, at.xyz, by);
    sum += textureGradOffset(plane, at.xy, at.xy, at.zw, by);
    sum += texelFetchOffset(plane, by, 1, by);
    sum += textureGatherOffset(plane, at.xy, by);
    sum.x += textureOffset(shadows, at, by);
}
