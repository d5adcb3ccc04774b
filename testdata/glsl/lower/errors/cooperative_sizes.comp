#version 460
#extension GL_NV_cooperative_matrix : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const int none = 0;
fcoopmatNV<16, gl_ScopeSubgroup, 8, 0> unused;
void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 0, 8> no_rows;
    fcoopmatNV<16, gl_ScopeSubgroup, 8, -8> negative;
    // 0 only by default.
    fcoopmatNV<16, gl_ScopeSubgroup, none, 8> by_default;
    no_rows[0] = negative[0] + by_default[0];
}
