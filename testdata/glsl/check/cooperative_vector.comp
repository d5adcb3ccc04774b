#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
// Types, constructors, every function and constant.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint N = 8;
layout(constant_id = 1) const int LAYOUT = gl_CooperativeVectorMatrixLayoutInferencingOptimalNV;
layout(constant_id = 2) const bool TURNED = true;
layout(binding = 0) buffer B { uint8_t bytes[]; };
layout(binding = 1) buffer C { vec4 vectors[4]; float16_t halves[2][32]; };
layout(buffer_reference) buffer R { float numbers[]; };
shared float16_t rows[64];
coopvecNV<float16_t, N> open;
const coopvecNV<float, 3> three = coopvecNV<float, 3>(1, vec2(2, 3));
const int count = three.length() + int(three[1]);
struct Layer { coopvecNV<float, (2 * 4)> weights[2]; };

coopvecNV<int, 4> same(coopvecNV<int, 4> v) { return v; }

void main() {
    coopvecNV<float, 8> f = coopvecNV<float, 8>(1), g = coopvecNV<float, 8>(vec3(0), mat2(1), 3);
    coopvecNV<float16_t, 8> h = coopvecNV<float16_t, 8>(f);
    coopvecNV<bfloat16_t, 8> b = coopvecNV<bfloat16_t, 8>(h);
    coopvecNV<floate4m3_t, 8> e = coopvecNV<floate4m3_t, 8>(h);
    coopvecNV<int, 4> i = same(coopvecNV<int, 4>(coopvecNV<int, 2>(1), coopvecNV<float, 2>(2.0)));
    coopvecNV<uint, 4> u = coopvecNV<uint, 4>(i);
    coopvecNV<double, 1> d = coopvecNV<double, 1>(1);
    coopvecNV<uint16_t, 300> many;
    open = coopvecNV<float16_t, N>(f[1]);
    Layer l;
    l.weights[1] = f + g - f * g / -f;
    f *= 2; f = 3 * f;
    i = i & i ^ i | ~i; i <<= i; u = u >> u;
    f = exp(log(tanh(atan(f)))); f = fma(f, max(f, g), min(f, g)); f = clamp(f, f, g); f = step(f, g);
    u = min(u, max(u, u)); i = clamp(i, i, i);
    float x = f[gl_LocalInvocationIndex] + three[0];
    open[3] = float16_t(open.length());
    R r = R(uint64_t(gl_LocalInvocationIndex));
    coopVecLoadNV(f, bytes, 16);
    coopVecLoadNV(open, vectors, 16 * gl_LocalInvocationIndex);
    coopVecLoadNV(f, rows, 0);
    coopVecStoreNV(f, r.numbers, 0);
    coopVecStoreNV(many, halves[1], 0);
    coopVecStoreNV(h, rows, 32);
    coopVecMatMulNV(f, h, gl_ComponentTypeFloat16NV, bytes, 64, gl_ComponentTypeFloat16NV, 8, 8,
        gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
    coopVecMatMulNV(open, open, gl_ComponentTypeFloatE4M3NV, r.numbers, 0, gl_ComponentTypeFloatE5M2NV, N, N, LAYOUT, TURNED, 0);
    coopVecMatMulAddNV(i, u, gl_ComponentTypeSignedInt8PackedNV, bytes, 64, gl_ComponentTypeSignedInt8NV, halves[0], 16,
        gl_ComponentTypeSignedInt32NV, 4, 16, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, true, 0);
    coopVecOuterProductAccumulateNV(f, f, bytes, 0, 32, gl_CooperativeVectorMatrixLayoutColumnMajorNV, gl_ComponentTypeFloat32NV);
    coopVecReduceSumAccumulateNV(open, r.numbers, 0);
    int sum = gl_ComponentTypeFloat64NV + gl_ComponentTypeSignedInt16NV + gl_ComponentTypeSignedInt64NV + gl_ComponentTypeUnsignedInt8NV
        + gl_ComponentTypeUnsignedInt16NV + gl_ComponentTypeUnsignedInt32NV + gl_ComponentTypeUnsignedInt64NV + gl_ComponentTypeUnsignedInt8PackedNV;
}
