#version 460
// run: --dispatch 1 --storage 0=zeros:96 --storage 1=f32:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 --dump 0=f32
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Byte offsets of 64 bits of vectors, matrices and biases in memory.
#pragma shader_64bit_indexing
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Out { float results[]; };
layout(std430, binding = 1) buffer In { float numbers[]; };
void main() {
    uint64_t quarter = uint64_t(gl_LocalInvocationIndex) + 16ul;
    int64_t half_way = int64_t(2ul * quarter);
    coopvecNV<float, 4> v;
    coopVecLoadNV(v, numbers, half_way);
    coopVecStoreNV(v, results, quarter);
    coopvecNV<float, 2> factor = coopvecNV<float, 2>(1.0, 10.0);
    coopvecNV<float, 2> result;
    coopVecMatMulNV(
        result, factor, gl_ComponentTypeFloat32NV, numbers, 0ul, gl_ComponentTypeFloat32NV, 2, 2,
        gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
    results[8] = result[0];
    results[9] = result[1];
    coopVecMatMulAddNV(
        result, factor, gl_ComponentTypeFloat32NV, numbers, 0ul, gl_ComponentTypeFloat32NV, numbers, quarter,
        gl_ComponentTypeFloat32NV, 2, 2, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
    results[10] = result[0];
    results[11] = result[1];
    coopVecReduceSumAccumulateNV(v, results, 3ul * quarter);
    coopVecOuterProductAccumulateNV(
        factor, factor, results, 4ul * quarter, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV,
        gl_ComponentTypeFloat32NV);
}
