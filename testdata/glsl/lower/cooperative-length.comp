#version 460
// Arrays as long as an invocation holds components of a matrix.
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const int rows = 16;
layout(std430, binding = 0) buffer B { float to[]; };
void main() {
    fcoopmatNV<32, gl_ScopeSubgroup, rows, 8> m = fcoopmatNV<32, gl_ScopeSubgroup, rows, 8>(2.0);
    const int held = m.length();
    float each[2 * held];
    for (int i = 0; i < held; i++) each[2 * i] = m[i];
    to[gl_LocalInvocationIndex] = each[2 * held - 2] + float(each.length());
}
