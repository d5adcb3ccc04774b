#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e3m2 : require
#extension GL_EXT_debug_printf : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Floats of other encodings: conversions, bit casts, dot products, matrices, references, messages.
layout(local_size_x = 32) in;
layout(buffer_reference, std430) buffer Row { bf16vec4 parts[]; };
layout(std430, binding = 0) buffer B { bf16vec4 b[4]; floate4m3_t e[64]; int8_t bytes[64]; Row row; };
layout(constant_id = 2) const bfloat16_t scale = bfloat16_t(0.1);
void main() {
    uint i = gl_LocalInvocationIndex;
    bf16vec4 x = b[i & 3u];
    b[0].x = dot(x, row.parts[i]);
    b[0].y = dot(scale, x.w);
    b[1] = bf16vec4(ivec4(i)) ;
    e[i] = floate4m3_t(float16_t(x.y));
    saturatedConvertEXT(e[i + 1u], x.z);
    bytes[i] = floate5m2BitsToIntEXT(floate5m2_t(e[i]));
    fe3m2vec4 six = unpackFloat4xfe3m2EXT(u8vec3(bytes[i]));
    bytes[0] = int8_t(packFloat4xfe3m2EXT(six).z);
    bytes[1] = int8_t(float(bitcastExtractfe2m1EXT(uint8_t(bytes[i]), i & 4u)));
    coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;
    coopmat<floate4m3_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> n;
    coopMatLoad(m, b, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    saturatedConvertEXT(n, m);
    coopMatStore(n, e, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    debugPrintfEXT("%f %v4f", scale, x);
}
