#version 460
// run: --dispatch 1 --storage 0=zeros:48 --dump 0=f32
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// SPIR-V instructions with an operation of the same meaning run on the interpreter.
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer Data { float a[12]; };
spirv_instruction(extensions = ["SPV_VALVE_mixed_float_dot_product"], capabilities = [6912], id = 6916)
float dot2(f16vec2 a, f16vec2 b, float sum);
spirv_instruction(id = 129) float add(float a, float b);
spirv_instruction(id = 129) vec2 add(vec2 a, vec2 b);
spirv_instruction(id = 148) float inner(vec2 a, vec2 b);
spirv_instruction(set = "GLSL.std.450", id = 40) float largest(float a, float b);
spirv_instruction(set = "GLSL.std.450", id = 50) float multiply_add(float a, float b, float c);
spirv_instruction(set = "GLSL.std.450", id = 42) int largest(int a, int b);
spirv_instruction(id = 202) int field(int a, int offset, int count);
spirv_instruction(id = 124) uint bits(float a);
void main() {
    f16vec2 h = f16vec2(1.5, -2.0);
    a[0] = dot2(h, f16vec2(2.0, 0.25), 10.0);
    a[1] = dot2(h.yx, h, dot2(h, h, 0.5));
    a[2] = add(a[0], 1.0);
    a[3] = add(vec2(1.0, 2.0), vec2(3.0, a[0])).y;
    a[4] = inner(vec2(2.0, 3.0), vec2(a[0], 1.0));
    a[5] = largest(a[0], 3.0);
    a[6] = multiply_add(a[0], 2.0, 1.0);
    a[7] = float(largest(-3, -int(a[5])));
    a[8] = float(field(0xf0, 4, 4));
    a[9] = float(bits(1.0) >> 23);
}
