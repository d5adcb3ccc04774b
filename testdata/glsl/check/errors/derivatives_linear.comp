#version 450
// Rows of four take sizes of which four divides the product.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 5, local_size_y = 2, derivative_group_linearNV) in;
void main() {
}
