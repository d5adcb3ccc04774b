#version 460
// run: --dispatch 1 --storage 0=zeros:1024 --storage 1=f32:-1.0,0.75,2.5,0.25,2.0,-0.25,1.5,-0.75,1.0,2.75,0.5,2.25,0.0,1.75,-0.5,1.25,-1.0,0.75,2.5,0.25,2.0,-0.25,1.5,-0.75,1.0,2.75,0.5,2.25,0.0,1.75,-0.5,1.25,-1.0,0.75,2.5,0.25,2.0,-0.25,1.5,-0.75,1.0,2.75,0.5,2.25,0.0,1.75,-0.5,1.25,-1.0,0.75,2.5,0.25,2.0,-0.25,1.5,-0.75,1.0,2.75,0.5,2.25,0.0,1.75,-0.5,1.25 --dump 0=f32
// also: --coopmat khr
// also: --coopmat khr -O0
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Elements of matrices that are not variables, matrices of scalars of other types, copies of elements.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer To { float to[]; };
layout(std430, binding = 1) readonly buffer From { float from[]; };
#define TILE fcoopmatNV<32, gl_ScopeSubgroup, 8, 8>
#define HALF fcoopmatNV<16, gl_ScopeSubgroup, 8, 8>
struct Pair { TILE one, two; };
Pair pair() { return Pair(TILE(2.0), TILE(7.0)); }
TILE twice(TILE tile) { return tile + tile; }
const TILE CONSTANT = TILE(1.5);
const float ELEMENT = TILE(11)[0] + CONSTANT[1];
TILE[2] both(TILE tile) { return TILE[2](tile, tile * 3.0); }

void main() {
    uint lane = gl_LocalInvocationIndex;
    TILE x = TILE(3.0);
    double wide = 0.25lf + double(from[0]);
    int whole = int(from[4]);
    // Each lane holds two elements of all these.
    float sum = (x + x)[0] + TILE(5.0)[1] * 10.0 + twice(x)[lane & 1u] * 100.0;
    sum += pair().two[1] * 1000.0 + both(x)[1][0] * 1e4;
    x += TILE(0.5);
    sum += (x *= 2.0)[1] * 0.125 + (-x)[0] * 0.125 + ELEMENT * 0.25;
    sum += coopMatMulAddNV(x, x, TILE(1.0))[0] * 0.5;
    to[lane] = sum;
    // As by the component type's constructor.
    HALF half_ = HALF(wide) + HALF(whole) + HALF(uint8_t(whole)) + HALF(from[2]) + HALF(true);
    to[32u + lane] = float(half_[1]);
    TILE loaded, copied = CONSTANT;
    coopMatLoadNV(loaded, from, 0, 8, false);
    for (int i = 0; i < loaded.length(); ++i) copied[i] = loaded[i] * 2.0 + CONSTANT[i];
    coopMatStoreNV(copied, to, 64, 8, false);
    const int held = loaded.length();
    for (int i = 0; i < held; ++i) copied[i] += float(held);
    TILE product = coopMatMulAddNV(copied, CONSTANT, CONSTANT);
    coopMatStoreNV(product, to, 128, 8, false);
    // One function for a factor and a sum.
    product = coopMatMulAddNV(twice(copied), TILE(0.5), product);
    coopMatStoreNV(twice(product), to, 192, 8, false);
}
