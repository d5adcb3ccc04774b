#version 450
// A workgroup size that the API sets is not checked.
#extension GL_NV_compute_shader_derivatives : require
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_variable, derivative_group_linearNV) in;
void main() {
    float x = dFdx(float(gl_LocalInvocationIndex));
}
