#version 430
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer D { uvec4 data[]; };
vec3 decode_octahedral(vec2 e) {
    vec3 v = vec3(e.xy, 1.0 - abs(e.x) - abs(e.y));
    if (v.z < 0.0) v.xy = (1.0 - abs(v.yx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(v.xy, vec2(0.0)));
    return normalize(v);
}
uint morton(uvec3 v) {
    v = (v | v << 16) & 0x030000FFu; v = (v | v << 8) & 0x0300F00Fu;
    v = (v | v << 4) & 0x030C30C3u; v = (v | v << 2) & 0x09249249u;
    return v.x | v.y << 1 | v.z << 2;
}
uint rgb9e5(vec3 c) {
    c = clamp(c, vec3(0), vec3(65408));
    float m = max(max(c.r, c.g), c.b);
    int e = max(-16, int(floor(log2(m)))) + 16;
    float d = exp2(float(e - 24));
    if (int(floor(m / d + 0.5)) == 512) { d *= 2.0; ++e; }
    uvec3 q = uvec3(floor(c / d + 0.5));
    return q.r | q.g << 9u | q.b << 18 | uint(e) << 27;
}
void main() {
    uint i = gl_GlobalInvocationID.x;
    uvec4 v = data[i];
    vec3 n = decode_octahedral(unpackSnorm2x16(v.x));
    vec4 c = unpackUnorm4x8(v.y) * unpackSnorm4x8(v.z);
    v.x = packSnorm2x16(n.xy) ^ packUnorm2x16(n.yz) ^ packHalf2x16(c.xy);
    v.y = rgb9e5(c.rgb) + morton(uvec3(v.xyz) & 0x3FFu);
    v.z = bitfieldReverse(v.z) ^ uint(bitCount(v.w)) ^ uint(findMSB(int(v.x))) ^ uint(findLSB(v.y));
    uint hi, lo, carry; int ihi, ilo;
    umulExtended(v.x, v.y, hi, lo); imulExtended(int(v.z), -7, ihi, ilo);
    v.w = uaddCarry(hi, lo, carry) - usubBorrow(carry, v.x, lo) + uint(ihi ^ ilo) + lo;
    float fr = fract(intBitsToFloat(int(v.w)));
    v.w += floatBitsToUint(fma(fr, 2.0, -1.0)) + uint(floatBitsToInt(roundEven(fr)));
    data[i] = v;
}
