#version 450
// Without GL_NV_compute_shader_derivatives.
layout(local_size_x = 4, local_size_y = 2, derivative_group_quadsNV) in;
layout(binding = 0) uniform sampler2D plane;
void main() {
    float x = dFdx(1.0) + dFdyFine(1.0) + fwidthCoarse(1.0);
    vec4 texel = texture(plane, vec2(x), 1.0);
    vec2 level = textureQueryLod(plane, vec2(x));
}
