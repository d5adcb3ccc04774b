#version 460
// run: --dispatch 1 --storage 0=zeros:64 --dump 0=f32
#extension GL_KHR_compute_shader_derivatives : require
layout(local_size_x = 4, local_size_y = 4) in;
layout(derivative_group_quadsKHR) in;
layout(std430, binding = 0) buffer Data { float a[16]; };
void main() {
    vec2 p = vec2(gl_LocalInvocationID.xy);
    float f = p.x * p.x + 10.0 * p.y;
    a[gl_LocalInvocationIndex] = dFdx(f) * 100.0 + dFdy(f);
}
