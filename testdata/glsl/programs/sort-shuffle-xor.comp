#version 450
#extension GL_NV_shader_thread_shuffle : require
#extension GL_NV_shader_thread_group : enable
// Sorts each 32 keys with a bitonic network of shuffles; a payload travels along.
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Keys { int keys[]; };
layout(std430, binding = 1) buffer Values { vec2 values[]; };

void compare_exchange(inout int key, inout vec2 value, uint mask, bool ascending) {
    bool valid;
    int other_key = shuffleXorNV(key, mask, 32u, valid);
    vec2 other_value = shuffleXorNV(value, mask, 32u);
    if (!valid) return;
    bool low = (gl_ThreadInWarpNV & mask) == 0u;
    if ((key > other_key) == (low == ascending) && key != other_key) {
        key = other_key;
        value = other_value;
    }
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    int key = keys[i];
    vec2 value = values[i];
    for (uint size = 2u; size <= gl_WarpSizeNV; size <<= 1u)
        for (uint mask = size >> 1u; mask > 0u; mask >>= 1u)
            compare_exchange(key, value, mask, (gl_ThreadInWarpNV & size) == 0u || size == 32u);
    keys[i] = key;
    values[i] = value;
}
