#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
// The letters of a suffix may differ in case. Constants of other encodings come from bools, too.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { uint64_t a; uint16_t b; double c; float16_t d; bfloat16_t e; floate4m3_t f; };
void main() {
    a = 5uL + 0xFUl;
    b = 7uS + 017Us;
    c = 1.5lF + .5Lf;
    d = 1.5hF + 2.Hf;
    e = bfloat16_t(true);
    f = floate4m3_t(bool(bfloat16_t(2.0)));
}
