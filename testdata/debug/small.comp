#version 460
// A program whose lines with effects are to be found again in its module.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
shared uint mem[32];

uint twice(uint x) { return x * 2u; }

void main() {
    uint i = gl_LocalInvocationIndex;
    uint x = twice(words[i]);
    mem[i] = x;                         // effect
    barrier();                          // effect
    uint other = mem[i ^ 1u];
    if (other > x)
        atomicAdd(words[0], other);     // effect
    for (uint k = 0u; k < x; ++k)
        words[i + k] = other;           // effect
}
