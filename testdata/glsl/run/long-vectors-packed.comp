#version 460
// run: --dispatch 1 --storage 0=zeros:16 --dump 0=u32
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e3m2 : require
#extension GL_EXT_float_e2m3 : require
// 8 and 16 floats of 4 and 6 bits, packed in words.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Faults { uint faults[4]; };

void main() {
    // 0.5, 1, 1.5, 2, 3, 4, 6, -0.5 are the codes 1 to 7 and 9.
    vector<float, 8> fours = vector<float, 8>(unpackFloat8xfe2m1EXT(0x97654321u));
    for (int i = 0; i < 8; i++) {
        if (fours[i] != float[8](0.5, 1, 1.5, 2, 3, 4, 6, -0.5)[i]) { faults[0] += 1u << i; }
    }
    uvec2 pair = uvec2(0x97654321u, 0x12345679u);
    if (packFloat16xfe2m1EXT(unpackFloat16xfe2m1EXT(pair)) != pair) { faults[1] |= 256u; }
    u16vec3 triple = u16vec3(0x1234, 0xabcd, 0x5678);
    if (packFloat8xfe3m2EXT(unpackFloat8xfe3m2EXT(triple)) != triple) { faults[1] |= 512u; }
    uvec3 words = uvec3(0x12345678u, 0x9abcdef0u, 0x0fedcba9u);
    if (packFloat16xfe2m3EXT(unpackFloat16xfe2m3EXT(words)) != words) { faults[1] |= 1024u; }
    vector<float, 16> sixes = vector<float, 16>(unpackFloat16xfe2m3EXT(words));
    for (int i = 0; i < 16; i++) {
        int bit = 6 * i, code = 0;
        for (int j = 0; j < 6; j++) { code |= int(words[(bit + j) / 32] >> ((bit + j) % 32) & 1u) << j; }
        float exponent = float(code >> 3 & 3), fraction = float(code & 7) / 8.0;
        float magnitude = exponent == 0.0 ? fraction : (1.0 + fraction) * exp2(exponent - 1.0);
        if (sixes[i] != (code >= 32 ? -magnitude : magnitude)) { faults[2] += 1u << i; }
    }
    faults[3] = 7u;
}
