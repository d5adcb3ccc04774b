#version 460
#extension GL_NV_push_constant_bank : require
// A block of push constants in each bank.
layout(local_size_x = 1) in;
layout(push_constant) uniform First { uint a; };
layout(push_constant, bank = 1, member_offset = 16) uniform Second { uint b; } second;
layout(std430, binding = 0) buffer Result { uint sum; };
void main() {
    sum = a + second.b;
}
