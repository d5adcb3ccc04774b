#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_bfloat16 : require
// Sizes, component types, interpretations and layouts of products match; matrices are in buffers; parameters are constant.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int N = 4;
layout(binding = 0) buffer B { uint8_t bytes[]; };
layout(binding = 1) buffer C { vec4 vectors[4]; mat2 matrices[4]; float numbers[4][16]; float number; };
layout(binding = 2) readonly buffer D { float reads[]; };
layout(binding = 3) writeonly buffer E { float writes[]; };
layout(binding = 4) uniform U { vec4 uniforms[4]; int variable; };
shared float local[64];
const int HALF = gl_ComponentTypeFloat16NV, BYTE = gl_ComponentTypeSignedInt8NV, PACKED = gl_ComponentTypeUnsignedInt8PackedNV;
const int BY_ROWS = gl_CooperativeVectorMatrixLayoutRowMajorNV, OPTIMAL = gl_CooperativeVectorMatrixLayoutTrainingOptimalNV;
void main() {
    coopvecNV<float16_t, 4> h;
    coopvecNV<float, 4> f;
    coopvecNV<uint, 2> u;
    coopvecNV<double, 4> d;
    coopvecNV<bfloat16_t, 4> b;
    coopvecNV<int8_t, 4> i;
    coopVecMatMulNV(f, h, HALF, numbers[0], 0, HALF, 3, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, numbers[0], 0, HALF, 4, 5, BY_ROWS, false, 16);
    coopVecMatMulNV(d, h, HALF, numbers[0], 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(i, b, HALF, numbers[0], 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, u, PACKED, numbers[0], 0, BYTE, 4, 9, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, PACKED, numbers[0], 0, BYTE, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, 11, numbers[0], 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, numbers[0], 0, -1, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, numbers[0], 0, HALF, 4, 4, 4, false, 16);
    coopVecMatMulNV(f, h, HALF, numbers[0], 0, HALF, 4, 4, BY_ROWS, true, 16);
    coopVecMatMulNV(f, h, HALF, numbers[0], 0, HALF, variable, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, variable, numbers[0], 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, numbers[0], 0, HALF, 4, 4, BY_ROWS, variable == 1, 16);
    coopVecMatMulNV(f, h, HALF, local, 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, uniforms, 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, vectors, 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, numbers, 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, number, 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f, h, HALF, writes, 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(f + f, h, HALF, reads, 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulAddNV(f, h, HALF, reads, 0, HALF, local, 0, HALF, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulAddNV(f, h, HALF, reads, 0, HALF, reads, 0, 99, 4, 4, BY_ROWS, false, 16);
    coopVecLoadNV(f, uniforms, 0);
    coopVecLoadNV(f, matrices, 0);
    coopVecLoadNV(f, writes, 0);
    coopVecStoreNV(f, reads, 0);
    coopVecOuterProductAccumulateNV(f, h, bytes, 0, 16, OPTIMAL, HALF);
    coopVecOuterProductAccumulateNV(f, f, vectors, 0, 16, OPTIMAL, HALF);
    coopVecOuterProductAccumulateNV(f, f, local, 0, 16, OPTIMAL, HALF);
    coopVecOuterProductAccumulateNV(f, f, reads, 0, 16, OPTIMAL, HALF);
    coopVecOuterProductAccumulateNV(f, f, numbers[1], 0, 16, variable, HALF);
    coopVecReduceSumAccumulateNV(f, local, 0);
    coopVecReduceSumAccumulateNV(f, reads, 0);
    coopVecReduceSumAccumulateNV(number, numbers[0], 0);
}
