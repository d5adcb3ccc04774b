#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint CAPACITY = 1u << 20;
layout(constant_id = 1) const float CELL = 0.5;
struct Slot { uint64_t key; uint first, count; };
layout(scalar, binding = 0) readonly buffer Points { vec3 points[]; };
layout(scalar, binding = 1) buffer Table { Slot slots[]; };
layout(scalar, binding = 2) buffer Next { uint next[]; };
layout(push_constant, scalar) uniform Constants { vec3 origin; uint count; u64vec2 salt; };

uint64_t cell_key(ivec3 c) {
    u64vec3 k = u64vec3(i64vec3(c)) & 0x1FFFFFul;
    return k.x | k.y << 21 | k.z << 42 | 1ul << 63;
}
uint slot_of(uint64_t key) {
    key ^= key >> 33; key *= 0xff51afd7ed558ccdUL; key ^= key >> 33;
    key += salt.x * salt[1];
    return uint(key % CAPACITY);
}
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    ivec3 cell = ivec3(floor((points[i] - origin) / CELL));
    uint64_t key = cell_key(cell);
    for (uint probe = 0, s = slot_of(key); probe < 64; ++probe, s = (s + 1) % CAPACITY) {
        uint64_t found = atomicCompSwap(slots[s].key, 0ul, key);
        if (found == 0ul || found == key) {
            next[i] = atomicExchange(slots[s].first, i + 1);
            atomicAdd(slots[s].count, 1);
            break;
        }
    }
}
