#version 430
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Blocks { uvec4 blocks[]; };
layout(std140, binding = 0) uniform Key { uvec4 round_keys[15]; };
layout(std430, binding = 1) readonly buffer Sbox { uint sbox[64]; };
shared uint table[256];
uint sub(uint b) { return bitfieldExtract(sbox[b >> 2], int(b & 3u) * 8, 8); }
uint xtime(uint b) { return ((b << 1) ^ ((b & 0x80u) != 0u ? 0x1Bu : 0u)) & 0xFFu; }
uint rotl(uint x, int n) { return (x << n) | (x >> (32 - n)); }
uint column(uvec4 s, int c) {
    return table[s[c] & 0xFFu] ^ rotl(table[s[(c + 1) & 3] >> 8 & 0xFFu], 8)
        ^ rotl(table[s[(c + 2) & 3] >> 16 & 0xFFu], 16) ^ rotl(table[s[(c + 3) & 3] >> 24], 24);
}
void main() {
    for (uint i = gl_LocalInvocationIndex; i < 256u; i += gl_WorkGroupSize.x) {
        uint s = sub(i), s2 = xtime(s), s3 = s2 ^ s;
        table[i] = bitfieldInsert(bitfieldInsert(bitfieldInsert(s2, s, 8, 8), s, 16, 8), s3, 24, 8);
    }
    groupMemoryBarrier(); barrier();
    uvec4 s = blocks[gl_GlobalInvocationID.x] ^ round_keys[0];
    for (int r = 1; r < 14; ++r) {
        uvec4 t;
        for (int c = 0; c < 4; ++c) t[c] = column(s, c);
        s = t ^ round_keys[r];
    }
    uvec4 last;
    for (int c = 0; c < 4; c++) {
        last[c] = 0u;
        for (int b = 0; b < 4; b++) last[c] |= sub(s[(c + b) & 3] >> (8 * b) & 0xFFu) << (8 * b);
    }
    blocks[gl_GlobalInvocationID.x] = last ^ round_keys[14];
}
