#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e2m3 : require
#extension GL_EXT_float_e3m2 : require
#extension GL_EXT_float_ue8m0 : require
#extension GL_EXT_float_mxint8 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Every code of the 8-, 6- and 4-bit floats, and a bfloat16 number for each upper byte, as the bits of larger floats.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
uint bits(float x) { return isnan(x) ? 0x7fc00000u : floatBitsToUint(x); }
uint bits(double x) { return isnan(x) ? 0x7ff80000u : unpackDouble2x32(x).y; }
uint bits(float16_t x) { return isnan(x) ? 0x7e00u : uint(float16BitsToUint16(x)); }
void main() {
    uint i = gl_GlobalInvocationID.x, at = i * 12u;
    uint8_t code = uint8_t(i);
    floate4m3_t e4m3 = uintBitsToFloate4m3EXT(code);
    floate5m2_t e5m2 = intBitsToFloate5m2EXT(int8_t(code));
    o[at] = bits(float(e4m3));
    o[at + 1u] = bits(float(e5m2));
    o[at + 2u] = bits(double(uintBitsToFloatue8m0EXT(code)));
    o[at + 3u] = bits(float(uintBitsToFloatmxint8EXT(code)));
    o[at + 4u] = bits(float(bitcastExtractfe2m3EXT(code, 2u)));
    o[at + 5u] = bits(float(bitcastExtractfe3m2EXT(code, 0u)));
    o[at + 6u] = bits(float(bitcastExtractfe2m1EXT(code, 4u)));
    o[at + 7u] = bits(float(uintBitsToBFloat16EXT(uint16_t(i << 8 | i))));
    o[at + 8u] = bits(float16_t(e4m3));
    o[at + 9u] = bits(float16_t(e5m2));
    fe2m1vec2 both = unpackFloat2xfe2m1EXT(code);
    vec2 wide = both;
    o[at + 10u] = bits(wide.x);
    o[at + 11u] = bits(float(packFloat2xfe2m1EXT(both) == code ? both.y : floate2m1_t(0.0)));
}
