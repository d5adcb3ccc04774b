#version 460
// run: --dispatch 1 --storage 0=zeros:24 --dump 0=u32
#extension GL_ARB_compute_variable_group_size : require
// For a fixed size, gl_LocalGroupSizeARB has the value of gl_WorkGroupSize.
layout(local_size_x = 2, local_size_y = 3) in;
layout(std430, binding = 0) buffer To { uint to[]; };
void main() {
    for (int k = 0; k < 3; ++k) {
        to[k] = gl_LocalGroupSizeARB[k];
        to[3 + k] = gl_WorkGroupSize[k];
    }
}
