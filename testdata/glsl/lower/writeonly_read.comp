#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// Buffers that accumulations or SPIR-V instructions may read lose `writeonly`; others keep it.
layout(local_size_x = 1) in;
spirv_instruction(id = 61) uint load(spirv_by_reference uint p);
layout(std430, binding = 0) writeonly buffer Sums { float16_t sums[]; };
layout(std430, binding = 1) writeonly buffer Passed { uint passed; };
layout(std430, binding = 2) writeonly buffer Kept { uint kept; };
void main() {
    coopVecReduceSumAccumulateNV(coopvecNV<float16_t, 4>(1.0hf), sums, 0);
    kept = load(passed);
}
