#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
// A layer of a network, with a length that specialization determines, and its training.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint N = 8;
layout(buffer_reference, std430, buffer_reference_align = 64) readonly buffer Weights { uint8_t bytes[]; };
layout(binding = 0) buffer Gradients { volatile float16_t gradients[]; };
layout(push_constant) uniform Arguments { Weights weights; uint offset; };
shared float16_t inputs[32 * 8];
void main() {
    coopvecNV<float16_t, 4> features = coopvecNV<float16_t, 4>(1, 2, gl_LocalInvocationIndex, 0);
    features[3] += float16_t(0.5);
    coopvecNV<float16_t, N> hidden;
    coopVecMatMulAddNV(hidden, features, gl_ComponentTypeFloat16NV, weights.bytes, offset, gl_ComponentTypeFloatE4M3NV,
        weights.bytes, offset + 512, gl_ComponentTypeFloat16NV, N, 4, gl_CooperativeVectorMatrixLayoutInferencingOptimalNV, false, 0);
    hidden = max(hidden, coopvecNV<float16_t, N>(0)) * float16_t(2);
    hidden[gl_LocalInvocationIndex & 3] = hidden[1];
    coopVecStoreNV(hidden, inputs, 16 * gl_LocalInvocationIndex);
    coopvecNV<int, 2> ints = coopvecNV<int, 2>(3), more;
    coopVecMatMulNV(more, ints, gl_ComponentTypeSignedInt8NV, gradients, 0, gl_ComponentTypeSignedInt8NV, 2, 2,
        gl_CooperativeVectorMatrixLayoutColumnMajorNV, false, 16);
    more = more * 5 % ints;
    coopVecStoreNV(more, gradients, 0);
    coopVecOuterProductAccumulateNV(features, hidden, gradients, 64, 0, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, gl_ComponentTypeFloat16NV);
    coopVecReduceSumAccumulateNV(hidden, gradients, 16);
}
