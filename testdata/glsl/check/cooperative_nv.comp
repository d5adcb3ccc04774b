#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Cooperative matrices wherever they are allowed: variables, parameters, results, arrays, members.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int rows = 16;
layout(constant_id = 1) const uint columns = 8u;
const int size = 16;
fcoopmatNV<16, gl_ScopeSubgroup, size, 8> shared_by_all;
struct Pair { fcoopmatNV<16, gl_ScopeSubgroup, rows, columns> m; int n; };
layout(std430, binding = 0) buffer B { float16_t o[]; };
fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> widen(fcoopmatNV<16, gl_ScopeSubgroup, 16, 8> m, inout ucoopmatNV<8, 3, 16, 32> u) {
    u = u + ucoopmatNV<8, gl_ScopeSubgroup, 16, 32>(3);
    return fcoopmatNV<32, gl_ScopeSubgroup, 16, 8>(m);
}
void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 16, 8> a = fcoopmatNV<16, gl_ScopeSubgroup, 16, 8>(0.0);
    ucoopmatNV<8, gl_ScopeSubgroup, 16, 32> u;
    icoopmatNV<8, gl_ScopeSubgroup, 16, 32> i = icoopmatNV<8, gl_ScopeSubgroup, 16, 32>(u);
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> wide[2];
    wide[0] = widen(a, u);
    wide[1] = -wide[0] + wide[0] / wide[0] - wide[0];
    wide[1] = wide[1] * 2.0;
    wide[1] = 2 * wide[1];
    a = float16_t(3.0) * a;
    Pair p;
    p.m = fcoopmatNV<16, gl_ScopeSubgroup, rows, int(columns)>(float16_t(1.0));
    p.m[0] = float16_t(2.0);
    for (int k = 0; k < a.length(); ++k)
        a[k] = a[k] * a[k] + float16_t(k);
    shared_by_all = a;
    o[0] = shared_by_all[1];
}
