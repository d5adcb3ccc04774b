#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Messages { uint words[][16]; };
layout(std430, binding = 1) writeonly buffer Digests { uint digest[][8]; };
const uint K[64] = uint[64](
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2);
#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define EP(x, a, b, c) (ROTR(x, a) ^ ROTR(x, b) ^ ROTR(x, c))
#define SIG(x, a, b, c) (ROTR(x, a) ^ ROTR(x, b) ^ ((x) >> (c)))
uint swap_bytes(uint v) {
    v = ((v << 8) & 0xFF00FF00u) | ((v >> 8) & 0xFF00FFu);
    return v << 16 | v >> 16;
}
void main() {
    uint n = gl_GlobalInvocationID.x;
    if (n >= words.length()) return;
    uint w[64];
    for (int i = 0; i < 16; ++i) w[i] = swap_bytes(words[n][i]);
    for (int i = 16; i < 64; ++i)
        w[i] = SIG(w[i - 2], 17, 19, 10) + w[i - 7] + SIG(w[i - 15], 7, 18, 3) + w[i - 16];
    uint h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    uint s[8] = h;
    for (int i = 0; i < 64; i++) {
        uint t1 = s[7] + EP(s[4], 6, 11, 25) + CH(s[4], s[5], s[6]) + K[i] + w[i];
        uint t2 = EP(s[0], 2, 13, 22) + MAJ(s[0], s[1], s[2]);
        for (int j = 7; j > 0; j--) s[j] = s[j - 1];
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < h.length(); ++i) digest[n][i] = swap_bytes(h[i] + s[i]);
}
