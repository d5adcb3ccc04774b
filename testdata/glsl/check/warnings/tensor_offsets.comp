// options: -Wpedantic
#version 460
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
// A tensor starts at a multiple of 16 bytes.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { float f[]; };
layout(std430, binding = 1) buffer V { vec4 v[]; };
void main() {
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> m;
    tensorLayoutNV<2> t = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 8, 8);
    coopMatLoadTensorNV(m, f, 1, t);
    coopMatLoadTensorNV(m, f, 4, t);
    coopMatStoreTensorNV(m, f, 6, t);
    coopMatStoreTensorNV(m, v, 1, t);
}
