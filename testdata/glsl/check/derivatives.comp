#version 450
// Derivatives, samples with a bias, levels of detail (GL_NV_compute_shader_derivatives).
#extension GL_NV_compute_shader_derivatives : require
#if GL_NV_compute_shader_derivatives != 1
#error the macro is 1
#endif
layout(local_size_x = 2, local_size_y = 4, derivative_group_quadsNV) in;
layout(derivative_group_quadsNV) in;
layout(binding = 0) uniform sampler1D line;
layout(binding = 1) uniform isampler2D plane;
layout(binding = 2) uniform usampler3D space;
layout(binding = 3) uniform samplerCube cube;
layout(binding = 4) uniform sampler1DArray lines;
layout(binding = 5) uniform sampler2DArray planes;
layout(binding = 6) uniform samplerCubeArray cubes;
layout(binding = 7) uniform sampler1DShadow line_shadow;
layout(binding = 8) uniform sampler2DShadow plane_shadow;
layout(binding = 9) uniform samplerCubeShadow cube_shadow;
layout(binding = 10) uniform sampler1DArrayShadow lines_shadow;
layout(binding = 11) uniform sampler2DArrayShadow planes_shadow;
layout(binding = 12) uniform samplerCubeArrayShadow cubes_shadow;
void main() {
    float x = float(gl_LocalInvocationID.x);
    vec2 p2 = vec2(x);
    vec3 p3 = vec3(x);
    vec4 p4 = vec4(x);
    x = dFdx(x) + dFdyFine(x) + dFdxCoarse(x) + fwidth(x) + dFdx(1);
    p2 = dFdy(p2) + dFdxFine(p2) + dFdyCoarse(p2) + fwidthFine(p2);
    p3 = fwidthCoarse(p3) + dFdx(p3);
    p4 = fwidth(p4) + dFdy(p4);
    p4 = texture(line, x, x) + texture(cube, p3, x) + texture(lines, p2, x) + texture(planes, p3, x) + texture(cubes, p4, x);
    ivec4 signed_texel = texture(plane, p2, x) + textureProj(plane, p3, x) + textureProj(plane, p4, x);
    uvec4 unsigned_texel = texture(space, p3, x) + textureProj(space, p4, x);
    x = texture(line_shadow, p3, x) + texture(plane_shadow, p3, x) + texture(cube_shadow, p4, x) + texture(lines_shadow, p3, x);
    x = textureProj(line_shadow, p4, x) + textureProj(plane_shadow, p4, x);
    p4 = textureProj(line, p2, x) + textureProj(line, p4, x);
    p4 = textureOffset(line, x, 1, x) + textureOffset(lines, p2, 1, x) + textureOffset(planes, p3, ivec2(1), x);
    signed_texel = textureOffset(plane, p2, ivec2(1), x) + textureProjOffset(plane, p3, ivec2(1), x) + textureProjOffset(plane, p4, ivec2(1), x);
    unsigned_texel = textureOffset(space, p3, ivec3(1), x) + textureProjOffset(space, p4, ivec3(1), x);
    x = textureOffset(line_shadow, p3, 1, x) + textureOffset(plane_shadow, p3, ivec2(1), x) + textureOffset(lines_shadow, p3, 1, x);
    x = textureProjOffset(line_shadow, p4, 1, x) + textureProjOffset(plane_shadow, p4, ivec2(1), x);
    p4 = textureProjOffset(line, p2, 1, x) + textureProjOffset(line, p4, 1, x);
    p2 = textureQueryLod(line, x) + textureQueryLod(plane, p2) + textureQueryLod(space, p3) + textureQueryLod(cube, p3);
    p2 = textureQueryLod(lines, x) + textureQueryLod(planes, p2) + textureQueryLod(cubes, p3);
    p2 = textureQueryLod(line_shadow, x) + textureQueryLod(plane_shadow, p2) + textureQueryLod(cube_shadow, p3);
    p2 = textureQueryLod(lines_shadow, x) + textureQueryLod(planes_shadow, p2) + textureQueryLod(cubes_shadow, p3);
}
