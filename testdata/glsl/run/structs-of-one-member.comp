#version 450
// run: --dispatch 1 --storage 0=iota_u32@64 --storage 1=zeros@64 --dump 1=u32
// Structs with one member in a buffer, in shared memory and in variables: their offset is 0, but only the buffer's struct has an
// explicit layout.
layout(local_size_x = 8) in;
struct Inner { uint value; };
struct Middle { Inner inner; };
struct Outer { Middle middle; uint weight; };
layout(std430, binding = 0) buffer In { Outer inputs[]; };
layout(std430, binding = 1) buffer Out { Outer outputs[]; };
shared Outer parts[8];
shared Inner alone[8];
Middle global = Middle(Inner(100u));
void twice(inout Inner inner) { inner.value *= 2u; }
void main() {
    uint i = gl_LocalInvocationIndex;
    parts[i] = inputs[i];
    alone[i] = inputs[7u - i].middle.inner;
    barrier();
    Outer mine[2];
    mine[i & 1u] = parts[7u - i];
    mine[1u - (i & 1u)] = parts[i];
    twice(mine[0].middle.inner);
    global.inner.value += alone[i].value;
    mine[0].weight += global.inner.value;
    outputs[i] = mine[0];
}
