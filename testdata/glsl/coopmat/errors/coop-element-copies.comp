#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer From { float from[]; };
layout(std430, binding = 1) buffer To { float to[]; };
#define TILE fcoopmatNV<32, gl_ScopeSubgroup, 8, 8>
// Elements of a left factor become those of a right factor, one by one: KHR's uses distribute elements differently.
void main() {
    TILE x, sum = TILE(0);
    coopMatLoadNV(x, from, 0, 8, false);
    sum = coopMatMulAddNV(x, TILE(1.0), sum);
    TILE d = TILE(0);
    for (int i = 0; i < x.length(); ++i) {
        float element = x[i] > 0.0 ? x[i] : 0.0;
        if (element > 1.0) element *= 0.5;
        d[i] = element;
    }
    sum = coopMatMulAddNV(TILE(1.0), d, sum);
    coopMatStoreNV(sum, to, 0, 8, false);
}
