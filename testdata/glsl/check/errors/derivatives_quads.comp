#version 450
// Quad groups require x and y sizes that are multiples of 2.
#extension GL_NV_compute_shader_derivatives : require
layout(derivative_group_quadsNV) in;
layout(local_size_x = 3) in;
layout(binding = 0) uniform sampler2DArrayShadow planes;
layout(binding = 1) uniform sampler2DRect rectangle;
layout(derivative_group_quadsNV) uniform;
layout(derivative_group_quadsNV = 1) in;
void main() {
    float x = dFdx(gl_LocalInvocationID.x) + dFdx(1.0, 2.0) + dFdx(true);
    x = texture(planes, vec4(x), 1.0);
    vec2 level = textureQueryLod(rectangle, vec2(x)) + textureQueryLod(planes, vec3(x));
}
