#version 460
#extension GL_EXT_spirv_intrinsics : require
spirv_instruction(extensions = ["SPV_A", "SPV_B"], capabilities = [1, 2], set = "S", id = 3) float f(spirv_literal int a, spirv_by_reference float b);
spirv_execution_mode(4460, 32);
spirv_decorate(30, 1) float x;
spirv_type(id = 21, float, 8, vec4[2]) y;
float spirv_literal = 1.0;
void main() {
    spirv_type(id = 4472) q;
    spirv_decorate_string(5635, "s") float z;
}
