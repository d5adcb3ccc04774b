#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// What cannot have KHR's types: a sum that is a factor, a variable that is both factors, an argument.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { float words[]; };
#define TILE fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>
TILE kept;
void main() {
    TILE a;
    coopMatLoadNV(a, words, 0, 16, false);
    TILE sum = coopMatMulAddNV(a, a, TILE(0.0));
    TILE more = coopMatMulAddNV(sum, a, TILE(0.0));
    coopMatStoreNV(more, words, 0, 16, false);
    kept = coopMatMulAddNV(a, a, TILE(1.0));
    for (int i = 0; i < 3; ++i) kept = coopMatMulAddNV(a, kept, kept);
    coopMatStoreNV(kept, words, 256, 16, false);
}
