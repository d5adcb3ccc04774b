// options: -Wpedantic
#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// Alignments that the extension requires, and operators that it does not list.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
    coopvecNV<float, 4> v;
    coopvecNV<int, 4> i;
    const int SINGLE = gl_ComponentTypeFloat32NV, BY_ROWS = gl_CooperativeVectorMatrixLayoutRowMajorNV;
    coopVecLoadNV(v, data, 8);
    coopVecStoreNV(v, data, 24);
    coopVecMatMulAddNV(v, v, SINGLE, data, 32, SINGLE, data, 4, SINGLE, 4, 4, BY_ROWS, false, 20);
    coopVecMatMulNV(v, v, SINGLE, data, 128, SINGLE, 4, 4, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, false, 1);
    coopVecOuterProductAccumulateNV(v, v, data, 16, 4, BY_ROWS, SINGLE);
    coopVecReduceSumAccumulateNV(v, data, 2);
    coopVecReduceSumAccumulateNV(i, data, 0);
    coopvecNV<float16_t, 4> h;
    const int BYTES = gl_ComponentTypeFloatE4M3NV, BEST = gl_CooperativeVectorMatrixLayoutTrainingOptimalNV;
    coopVecMatMulNV(h, h, BYTES, data, 0, BYTES, 4, 4, BY_ROWS, false, 16);
    coopVecMatMulNV(h, h, BYTES, data, 0, BYTES, 4, 4, BEST, false, 16);
    coopVecOuterProductAccumulateNV(h, h, data, 0, 0, BEST, gl_ComponentTypeFloat16NV);
    coopVecOuterProductAccumulateNV(h, h, data, 0, 0, BEST, gl_ComponentTypeSignedInt8NV);
    i = i % i++;
    --v;
}
