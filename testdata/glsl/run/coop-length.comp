#version 460
// run: --dispatch 1 --spec 0=8 --storage 0=zeros:256 --storage 1=iota_u32@256 --dump 0=i32
// also: --coopmat emulate
// also: --coopmat emulate -O0
// emulated: --coopmat emulate --warp emulate
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
// Arrays as long as an invocation holds components of a matrix; constants made of that number; shared
// memory for the components of all.
layout(local_size_x = 32) in;
layout(constant_id = 0) const int rows = 16;
layout(std430, binding = 0) buffer To { int to[]; };
layout(std430, binding = 1) readonly buffer From { uint from[]; };
ucoopmatNV<32, gl_ScopeSubgroup, rows, 8> whole;
const int held = whole.length();
shared uint staged[held * 32];
void main() {
    uint lane = gl_LocalInvocationIndex;
    coopMatLoadNV(whole, from, 0, 8, false);
    uint each[whole.length()];
    for (int i = 0; i < held; i++) each[i] = whole[i];
    uint sum = 0u;
    for (int i = 0; i < each.length(); i++) {
        sum += each[i];
        staged[i * 32 + int(lane)] = each[i];
    }
    barrier();
    to[lane] = int(sum) * 100 + held * 10 + each.length();
    to[32u + lane] = int(staged[lane * uint(held)]) * 1000 + staged.length();
}
