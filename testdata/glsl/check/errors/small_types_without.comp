#version 460
#extension GL_NV_integer_cooperative_matrix : require
// Arrays of element types that need an extension.
layout(local_size_x = 32) in;
shared float16_t halves[64];
shared int8_t bytes[64];
shared uint16_t shorts[64];
shared int64_t longs[64];
shared float words[64];
void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> m;
    coopMatLoadNV(m, words, 0, 8, false);
    float16_t component = m[0];
}
