#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
// Products of cooperative vectors with matrices of every kind of component, and accumulations. The numbers are such that
// sums are exact in any order.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint ROWS = 5;
layout(std430, binding = 0) readonly buffer Weights { uint8_t weights[]; };
layout(std430, binding = 1) buffer Out { uvec4 results[]; };
layout(std430, binding = 2) buffer Sums { float16_t sums[]; };
const int HALF = gl_ComponentTypeFloat16NV, SINGLE = gl_ComponentTypeFloat32NV;
const int BYTE = gl_ComponentTypeSignedInt8NV, UBYTE = gl_ComponentTypeUnsignedInt8NV;
const int INT = gl_ComponentTypeSignedInt32NV;
const int BY_ROWS = gl_CooperativeVectorMatrixLayoutRowMajorNV;
const int BY_COLUMNS = gl_CooperativeVectorMatrixLayoutColumnMajorNV;

// Each result has 32 bytes.
uint at(uint number) { return (gl_LocalInvocationIndex * 9u + number) * 32u; }

void main() {
    int t = int(gl_LocalInvocationIndex);
    coopvecNV<float16_t, 4> halves = coopvecNV<float16_t, 4>(t - 16, 3, -t, 0.5);
    coopvecNV<float, ROWS> floats;
    coopVecMatMulAddNV(floats, halves, HALF, weights, 0, HALF, weights, 256, HALF, ROWS, 4, BY_ROWS, false, 16);
    coopVecStoreNV(floats, results, at(0));
    coopVecMatMulNV(floats, halves, HALF, weights, 128, HALF, ROWS, 4, BY_COLUMNS, false, 16);
    coopVecStoreNV(floats, results, at(1));

    coopvecNV<int, 6> ints = coopvecNV<int, 6>(t * 20 - 300, -t, 1, 2, -3, 127);
    coopvecNV<int, 3> products;
    coopVecMatMulAddNV(products, ints, BYTE, weights, 320, BYTE, weights, 384, INT, 3, 6, BY_ROWS, false, 16);
    coopVecStoreNV(products, results, at(2));
    coopvecNV<uint, 2> packed = coopvecNV<uint, 2>(0x80FF7F01u + uint(t), 0x00030201u);
    coopVecMatMulNV(products, packed, gl_ComponentTypeSignedInt8PackedNV, weights, 320, BYTE, 3, 7, BY_ROWS, false, 16);
    coopVecStoreNV(products, results, at(3));
    coopvecNV<float, 6> numbers = coopvecNV<float, 6>(float(t) * 0.5, -float(t) - 0.5, 1e9, -200, 2.5, 3.5);
    coopVecMatMulNV(products, numbers, BYTE, weights, 320, BYTE, 3, 6, BY_ROWS, false, 16);
    coopVecStoreNV(products, results, at(4));
    coopvecNV<uint, 6> unsigneds = coopvecNV<uint, 6>(uint(t), 300, 1, 2, 3, 255);
    coopvecNV<uint, 3> totals;
    coopVecMatMulNV(totals, unsigneds, UBYTE, weights, 320, UBYTE, 3, 6, BY_ROWS, false, 16);
    coopVecStoreNV(totals, results, at(5));

    // 8-bit floats: the input is rounded to them.
    coopvecNV<float16_t, 3> short_floats;
    coopVecMatMulNV(short_floats, halves, gl_ComponentTypeFloatE4M3NV, weights, 448, gl_ComponentTypeFloatE4M3NV, 3, 4,
        BY_ROWS, false, 16);
    coopVecStoreNV(short_floats, results, at(6));
    coopVecMatMulNV(short_floats, halves, gl_ComponentTypeFloatE5M2NV, weights, 512, gl_ComponentTypeFloatE5M2NV, 3, 4,
        BY_ROWS, false, 16);
    coopVecStoreNV(short_floats, results, at(7));
    coopvecNV<float, 2> singles = coopvecNV<float, 2>(t, -1);
    coopvecNV<float16_t, 1> one;
    coopVecMatMulNV(one, singles, SINGLE, weights, 576, SINGLE, 1, 2, BY_ROWS, false, 16);
    coopVecStoreNV(one, results, at(8));

    coopvecNV<float16_t, 2> left = coopvecNV<float16_t, 2>(t, 1);
    coopvecNV<float16_t, 3> right = coopvecNV<float16_t, 3>(1, t % 4, -2);
    coopVecOuterProductAccumulateNV(left, right, sums, 0, 16, BY_ROWS, HALF);
    coopVecOuterProductAccumulateNV(left, right, sums, 64, 16, BY_COLUMNS, SINGLE);
    coopVecReduceSumAccumulateNV(right, sums, 112);
    coopVecReduceSumAccumulateNV(coopvecNV<float, 2>(singles), sums, 128);
}
