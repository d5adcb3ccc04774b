#version 460
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_NV_gpu_shader5 : require
// Operands of multiply-add, and memory of loads and stores.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int unknown = 3;
layout(std430, binding = 0) buffer B { float f[]; };
layout(binding = 1) uniform U { vec4 u[4]; };
void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 16, 8> a;
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 4> b;
    fcoopmatNV<16, gl_ScopeSubgroup, 16, 4> c;
    fcoopmatNV<16, gl_ScopeSubgroup, unknown, 4> d;
    fcoopmatNV<16, gl_ScopeWorkgroup, 16, 4> e;
    icoopmatNV<32, gl_ScopeSubgroup, 16, 4> i;
    c = coopMatMulAddNV(a, b, c);
    c = coopMatMulAddNV(a, d, c);
    c = coopMatMulAddNV(b, a, c);
    c = coopMatMulAddNV(a, b, a);
    e = coopMatMulAddNV(a, b, e);
    c = coopMatMulAddNV(a, b, i);
    float local[16];
    coopMatLoadNV(a, f, 0, 16, false);
    coopMatLoadNV(a, local, 0, 16, false);
    coopMatLoadNV(a, u, 0, 16, false);
    coopMatLoadNV(i, f, 0, 16, false);
    coopMatLoadNV(a, f, 0, 16, f[0] > 1.0);
    coopMatStoreNV(a, f[0], 0, 16, true);
}
