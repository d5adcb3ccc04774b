#version 460
// run: --dispatch 1 --storage 0=i32:-16512,-68,127,1,-32768,23 --storage 1=zeros:96 --dump 1=i32
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// The bits of encoded floats as signed and unsigned integers, and back; every bit is kept.
layout(local_size_x = 6) in;
layout(std430, binding = 0) readonly buffer In { int i[]; };
layout(std430, binding = 1) writeonly buffer Out { ivec4 o[]; };
fe5m2vec2 pair(int8_t byte) { return uintBitsToFloate5m2EXT(u8vec2(1, uint8_t(byte))); }
void main() {
    uint n = gl_LocalInvocationIndex;
    int16_t word = int16_t(i[n]);
    int8_t byte = int8_t(i[n]);
    o[n] = ivec4(
        int(bfloat16BitsToIntEXT(uintBitsToBFloat16EXT(uint16_t(word)))) + int(bfloat16BitsToUintEXT(intBitsToBFloat16EXT(word))),
        int(floate4m3BitsToIntEXT(uintBitsToFloate4m3EXT(uint8_t(byte)))) + int(floate4m3BitsToUintEXT(intBitsToFloate4m3EXT(byte))),
        int(floate5m2BitsToIntEXT(uintBitsToFloate5m2EXT(uint8_t(byte)))) + int(floate5m2BitsToUintEXT(intBitsToFloate5m2EXT(byte))),
        int(floate5m2BitsToIntEXT(pair(byte)).y));
}
