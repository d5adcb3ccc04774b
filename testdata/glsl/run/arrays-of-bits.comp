#version 450
// run: --dispatch 1 --storage 0=iota_u32@64 --dump 0=f32
// Floats as words in arrays that are copied as a whole, in arrays of vectors and of structs, and on a stack that is passed by
// reference while a later argument changes it.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint words[]; };
struct Pair { uint value; uint other; };
struct Stack { uint values[70]; uint top; };
void push(inout Stack s, float value) {
    s.values[s.top] = floatBitsToUint(value);
    s.top++;
}
float pop(inout Stack s) {
    s.top--;
    return uintBitsToFloat(s.values[s.top]);
}
void main() {
    uint first[70], second[70];
    uvec2 vectors[70];
    Pair pairs[70];
    for (uint i = 0u; i < 70u; i++) {
        first[i] = floatBitsToUint(float(i) * 0.5);
        vectors[i] = uvec2(floatBitsToUint(float(i) + 0.25), i);
        pairs[i].value = floatBitsToUint(float(i) + 0.125);
        pairs[i].other = i;
    }
    second = first;
    uint a = words[3] & 63u, b = words[5] & 63u, c = words[7] & 63u;
    float copied = uintBitsToFloat(second[a]) + uintBitsToFloat(second[b]) + uintBitsToFloat(second[c]);
    float vector = uintBitsToFloat(vectors[a].x) + uintBitsToFloat(vectors[b].x) + uintBitsToFloat(vectors[c].x);
    float member = uintBitsToFloat(pairs[a].value) + uintBitsToFloat(pairs[b].value) + uintBitsToFloat(pairs[c].value);
    Stack stack;
    stack.top = 0u;
    push(stack, 3.0);
    push(stack, 4.0);
    push(stack, pop(stack) * pop(stack) + 0.5);
    words[0] = floatBitsToUint(copied);
    words[1] = floatBitsToUint(vector + float(vectors[a].y));
    words[2] = floatBitsToUint(member + float(pairs[b].other));
    words[3] = floatBitsToUint(pop(stack));
    words[4] = floatBitsToUint(float(stack.top));
    for (uint i = 5u; i < 16u; i++)
        words[i] = 0u;
}
