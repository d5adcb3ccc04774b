#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// Instructions with values, literals and pointers; types, execution modes, decorations.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) spirv_decorate(20) buffer Data { float a[]; };
layout(set = 0, binding = 1, rgba8) uniform image2D picture;
layout(constant_id = 0) const int n = 4;
spirv_instruction(extensions = ["SPV_VALVE_mixed_float_dot_product"], capabilities = [6912], id = 6916)
float dot2(f16vec2 a, f16vec2 b, float sum);
spirv_instruction(set = "GLSL.std.450", id = 37) float smallest(float a, float b);
spirv_instruction(set = "GLSL.std.450", id = 37) vec2 smallest(vec2 a, vec2 b);
spirv_instruction(extensions = ["SPV_KHR_shader_clock"], capabilities = [5055], id = 5056)
uvec2 time(int scope);
spirv_instruction(id = 81) float part(vec2 v, spirv_literal int index);
spirv_instruction(id = 61) float load(spirv_by_reference float p);
spirv_instruction(id = 62) void store(spirv_by_reference float p, float value);
spirv_instruction(capabilities = [50], id = 104) ivec2 size(image2D image);
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4465], 4460, 32);
spirv_storage_class(4) float shared_value;
#define Half spirv_type(capabilities = [9], id = 22, 16)
spirv_decorate(42) float contracted;
void main() {
    float local = a[0];
    store(local, smallest(a[1], 2.0));
    float values[4];
    for (int i = 0; i < 4; i++) store(values[i], float(i));
    store(shared_value, load(local) + load(a[2]));
    a[3] = dot2(f16vec2(a[4], a[5]), f16vec2(1.0), load(values[2])) + shared_value;
    a[6] = part(smallest(vec2(a[7], a[8]), vec2(1.0)), 1);
    a[9] = float(size(picture).x) + float(time(3).x);
    spirv_decorate(42) float exact = a[0] * a[1];
    contracted = exact + a[2];
    a[10] = contracted;
    Half unused;
}
