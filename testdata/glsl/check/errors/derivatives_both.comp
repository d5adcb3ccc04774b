#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 4, local_size_y = 2) in;
layout(derivative_group_linearNV) in;
layout(derivative_group_quadsNV) in;
void main() {
}
