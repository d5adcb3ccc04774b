#version 460
#extension GL_NV_cooperative_matrix2 : require
#extension GL_NV_cooperative_matrix_decode_vector : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_compute_shader_derivatives : require
// Functions of elements have the right parameters, all `const in`, and do not depend on other invocations.
layout(local_size_x = 32, derivative_group_linearKHR) in;
layout(binding = 3) uniform sampler2D image;
layout(binding = 0) buffer B { float b[]; };
layout(binding = 1) writeonly buffer W { float w[]; };
layout(binding = 2) readonly buffer R { float r[]; };
shared float s[64];
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Block { float x; };
float plain(float x, float y) { return x; }
float one(const float x) { return x; }
float16_t half_(const float16_t x, const float16_t y) { return x; }
double other(const float x, const float y) { return x; }
float undefined_(const float x, const float y);
float waits(const float x, const float y) { barrier(); return x; }
float deep(const float x) { return subgroupAdd(x); }
float sums(const float x, const float y) { return deep(x + y); }
float level(const uint row, const uint column, const float x) { return textureQueryLod(image, vec2(row, column)).x; }
float fine(const float x, const float y) { memoryBarrier(); return max(x, y); }
float element(const uint row, const uint column, const float x) { return x; }
float element_int(const int row, const uint column, const float x) { return x; }
float element_more(const uint row, const uint column, const float x, const float y) { return x; }
float16_t element_half(const uint row, const uint column, const float x) { return float16_t(x); }
float decode(const Block block, const uint at[2], const uint inner[2]) { return block.x; }
float decode3(const Block block, const uint at[3], const uint inner[3]) { return block.x; }
float decode_int(const Block block, const int at[2], const int inner[2]) { return block.x; }
float decode_uint(const uint block, const uint at[2], const uint inner[2]) { return 1.0; }
vec2 decode_pair(const Block block, const uint at[2], const uint inner[2]) { return vec2(block.x); }
vec3 decode_three(const Block block, const uint at[2], const uint inner[2]) { return vec3(block.x); }
#define SUM(type, rows, columns) coopmat<type, gl_ScopeWorkgroup, rows, columns, gl_MatrixUseAccumulator>
void main() {
    SUM(float, 16, 16) m = SUM(float, 16, 16)(1.0), n;
    coopMatReduceNV(n, m, 1, plain);
    coopMatReduceNV(n, m, 1, one);
    coopMatReduceNV(n, m, 1, half_);
    coopMatReduceNV(n, m, 1, other);
    coopMatReduceNV(n, m, 1, undefined_);
    coopMatReduceNV(n, m, 1, waits);
    coopMatReduceNV(n, m, 1, sums);
    coopMatReduceNV(n, m, 1, fine);
    coopMatReduceNV(n, m, 1, max);
    coopMatReduceNV(n, m, 1, m);
    coopMatReduceNV(n, m, 1, missing);
    coopMatPerElementNV(n, m, element_int);
    coopMatPerElementNV(n, m, level);
    coopMatPerElementNV(n, m, element_half);
    coopMatPerElementNV(n, m, element, 1.0);
    coopMatPerElementNV(n, m, element_more);
    coopMatPerElementNV(n, m, element_more, 1);
    SUM(float, 16, 8) narrow;
    coopMatPerElementNV(n, m, element_more, narrow);
    coopMatPerElementNV(narrow, m, element);
    coopMatPerElementNV(n, m, element_more, element);
    tensorLayoutNV<2> t = createTensorLayoutNV(2);
    tensorViewNV<2> v = createTensorViewNV(2);
    coopMatLoadTensorNV(m, b, 0, t, decode3);
    coopMatLoadTensorNV(m, b, 0, t, decode_int);
    coopMatLoadTensorNV(m, b, 0, t, decode_uint);
    coopMatLoadTensorNV(m, b, 0, t, v, decode_pair);
    coopMatLoadTensorNV(m, b, 0, t, v, decode, decode);
    coopMatLoadTensorNV(m, b, 0, t, v, decode, decode_three);
    coopMatLoadTensorNV(m, s, 0, t, decode);
    coopMatLoadTensorNV(m, b[0], 0, t);
    coopMatLoadTensorNV(m, w, 0, t);
    coopMatLoadTensorNV(b[0], b, 0, t);
    coopMatStoreTensorNV(m, r, 0, t, v);
    coopMatStoreTensorNV(m, b, 0, t, v, decode);
    coopMatStoreTensorNV(m, b, 0, v);
    float function = fine;
    float called = max(fine, 1.0);
}
