#version 450
// Differences, and samples whose level follows from those of their coordinates; of cubes and arrays, those
// of the coordinates without layer.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 4, local_size_y = 2, derivative_group_quadsNV) in;
layout(binding = 0) uniform sampler2DArray planes;
layout(binding = 1) uniform sampler2DShadow shadow;
layout(binding = 2) uniform sampler2DRect rectangle;
layout(std430, binding = 0) buffer B { vec4 to[]; };
void main() {
    vec2 p = vec2(gl_LocalInvocationID.xy);
    uint n = gl_LocalInvocationIndex;
    to[n] = vec4(dFdx(p), fwidthFine(p.y), dFdyCoarse(p.x));
    to[n] += texture(planes, vec3(p, 1.0)) + textureOffset(planes, vec3(p, 1.0), ivec2(2), p.x);
    to[n] += textureProj(shadow, p.xxyy) + texture(rectangle, p) + textureLod(planes, vec3(p, 1.0), 2.0);
    to[n].xy += textureQueryLod(planes, p);
}
