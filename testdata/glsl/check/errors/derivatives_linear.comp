#version 450
// Linear groups require a multiple of 4 invocations.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 5, local_size_y = 2, derivative_group_linearNV) in;
void main() {
}
