#version 460
#extension GL_ARB_compute_variable_group_size : require
// options: --flavour=vulkan
// Each mistake is reported once.
layout(local_size_variable = 1) in;
layout(set = 2, binding = 1) uniform sampler2D s[0];
layout(set = 2, binding = 2) uniform sampler2E t;
layout(set = 3, binding = 3, r32g) uniform image2D i;
layout(set = 3, binding = 4, r32f) uniform image2D j[-1];
const int size[0] = int[](1);
int sum[0] = int[](missing);
shared Unknown list[4];
layout(constant_id = 1) const Unknown k = 1;
layout(std430, set = 1, binding = 0) buffer O { float o[]; };
void main() {
    o[0] = texture(s[0], vec2(0)).x + texture(t, vec2(0)).x + imageLoad(i, ivec2(0)).x;
    o[1] = imageLoad(j[0], ivec2(0)).x + float(size[0] + sum[0] + k);
    o[2] = float(list[0]) + float(gl_WorkGroupSize.x);
}
