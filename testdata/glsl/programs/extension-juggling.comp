#version 450
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_ARB_separate_shader_objects : enable
#extension GL_GOOGLE_cpp_style_line_directive : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : disable
#line 40 "kernel.glsl"
#ifdef GL_KHR_shader_subgroup_arithmetic
#define SUM(x) subgroupAdd(x)
#else
#define SUM(x) (x)
#endif
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { float data[]; };
void main() {
    int int16_like = 3;
    data[gl_GlobalInvocationID.x] = SUM(data[gl_GlobalInvocationID.x]) + float(int16_like);
}
