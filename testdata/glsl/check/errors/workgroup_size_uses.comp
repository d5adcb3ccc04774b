#version 460
#extension GL_ARB_compute_variable_group_size : require
// gl_LocalGroupSizeARB is an input: it is neither written nor constant.
layout(local_size_variable = 3) in;
layout(local_size_variable) uniform;
layout(local_size_variable) buffer B { int i; };
layout(local_size_variable) in;
shared int one_each[gl_LocalGroupSizeARB.x];
const uint n = gl_LocalGroupSizeARB.y;
void main() {
    gl_LocalGroupSizeARB.x = 1u;
    uint w = gl_LocalGroupSizeARB.w;
}
uvec3 gl_LocalGroupSizeARB;
