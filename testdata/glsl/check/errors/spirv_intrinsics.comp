#version 460
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 1) in;
const uint number = 129u;
int variable = 3;
spirv_instruction(id = 129) float add(float a, float b) { return a + b; }
spirv_instruction(set = "GLSL.std.450") float none(float a);
spirv_instruction(id = 65536) float wide(float a);
spirv_instruction(129) float positional(float a);
spirv_instruction(id = variable) float varying_id(float a);
spirv_instruction(id = -1) float negative(float a);
spirv_instruction(extensions = [1], id = 1) float strings(float a);
spirv_instruction(capabilities = ["x"], id = 1) float numbers(float a);
spirv_instruction(colour = 3, id = 1) float unknown(float a);
spirv_instruction(id = 5056) uvec2 clock(spirv_literal uint scope);
spirv_instruction(id = 61) float load(spirv_by_reference float a);
spirv_instruction(id = 62) void store(out float a);
float plain(spirv_by_reference float a) { return a; }
spirv_instruction(id = number) float sum(float a, float b);
spirv_instruction(id = 1) int global;
spirv_storage_class(5) float other;
spirv_execution_mode(float);
spirv_decorate_string(5635, 3) float named;
void main() {
    spirv_decorate(20) float a = 1.0;
    spirv_decorate(0) float b = 1.0;
    clock(uint(variable));
    load(1.0);
    load(variable);
    sum(1, 2);
    spirv_type(id = 4472, variable) q;
    spirv_execution_mode(17) float c;
}
