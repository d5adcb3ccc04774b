#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint rows = 16;
void main() {
    coopmat<float16_t, gl_ScopeSubgroup, rows, 16, 0> a = coopmat<float16_t, gl_ScopeSubgroup, rows, 16, 0>(1.0);
    coopmat<float, gl_ScopeSubgroup, rows, 16, 0> wide = coopmat<float, gl_ScopeSubgroup, rows, 16, 0>(a);
    coopmat<int8_t, gl_ScopeSubgroup, 16, 16, 2> i = coopmat<int8_t, gl_ScopeSubgroup, 16, 16, 2>(int8_t(3));
    wide = wide * wide + wide * 2.0;
    i = -i;
    wide[0] = float(a[1]) + float(wide.length());
}

