#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_integer_dot_product : require
// Built-in functions of constants are constant expressions (GLSL 4.3.3): sizes, case labels, initializers.
layout(local_size_x = 1) in;
layout(binding = 0) buffer O { float f[99]; vec2 v2; vec3 v3; vec4 v4; mat2 m2; mat2x3 m23; int i; uint u; dvec2 d;
    int64_t l; bvec4 b; ivec2 i2; uint16_t s; f16vec2 h; };
const bool ANY = any(lessThan(vec2(1), vec2(2)));
int sizes[int(mod(5., 3.))], more[ANY ? 2 : 1], a1[int(normalize(vec2(3, 0)).x)], a2[bitfieldExtract(7, 0, 4)],
    a3[int(determinant(mat2(2)))], a4[int(cross(vec3(1, 0, 0), vec3(0, 1, 0)).z)], a5[floatBitsToInt(1.) >> 28 + 1],
    a6[findMSB(0x100)], a7[bitCount(255)], a8[int(distance(vec2(1), vec2(4, 5)))];
void numbers() {
    f = float[99](radians(180.), degrees(0.), sin(0.), cos(0.), tan(0.), asin(0.), acos(1.), atan(0.), atan(0., 1.),
        sinh(0.), cosh(0.), tanh(0.), asinh(0.), acosh(1.), atanh(0.), pow(2., 10.), exp(0.), log(1.), exp2(3.),
        log2(8.), sqrt(9.), inversesqrt(4.), abs(-1.), sign(-2.), floor(-1.5), trunc(-1.5), round(2.5), roundEven(3.5),
        ceil(1.2), fract(1.25), mod(-1., 3.), mod(5.5, 2.), min(1., 2.), max(1., 2.), clamp(5., 0., 1.), mix(1., 3., .5),
        mix(1., 2., true), step(1., .5), smoothstep(0., 1., .5), fma(2., 3., 4.), ldexp(3., 4), length(vec2(3, 4)),
        distance(1., 4.), dot(vec3(1, 2, 3), vec3(4, 5, 6)), determinant(mat3(1, 2, 3, 0, 1, 4, 5, 6, 0)),
        intBitsToFloat(0x3f800000), float(isnan(0.) || isinf(1.)), float(isinf(1. / 0.)),
        0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.,
        0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.);
}
void main() {
    numbers();
    v3 = normalize(vec3(0, 3, 4)) + cross(vec3(1, 2, 3), vec3(4, 5, 6));
    v2 = reflect(vec2(1, -1), vec2(0, 1));
    v2 = refract(vec2(0, -1), vec2(0, 1), .5);
    v2 = refract(vec2(1, 0), vec2(0, 1), 2.);
    v2 = faceforward(vec2(1, 2), vec2(0, 1), vec2(0, 1));
    v2 = mod(vec2(5, -5), 3.);
    v2 = mod(vec2(7), vec2(4, 5));
    m2 = inverse(mat2(2, 0, 0, 4));
    m2 = matrixCompMult(mat2(1, 2, 3, 4), mat2(2));
    m23 = outerProduct(vec3(1, 2, 3), vec2(1, 10));
    m23 = transpose(mat3x2(1, 2, 3, 4, 5, 6));
    b = equal(ivec4(1, 2, 3, 4), ivec4(1, 3, 3, 5));
    b = not(notEqual(bvec4(true), bvec4(false, true, true, true)));
    b = bvec4(all(bvec2(true, false)), any(bvec2(true, false)), greaterThan(uvec2(1, 4), uvec2(3)));
    b = bvec4(lessThanEqual(ivec2(-1, 4), ivec2(3)), greaterThanEqual(vec2(1), vec2(1, 2)));
    i = bitfieldInsert(0, -1, 4, 8) + bitfieldExtract(-2, 0, 4) + findLSB(8) + findMSB(-1) + findMSB(-256);
    u = bitfieldReverse(1u) + bitfieldExtract(0xF0u, 4, 4);
    i = abs(-3) + sign(-7) + min(-1, 2) + max(-1, 2) + clamp(9, 1, 5) + bitCount(-1);
    i2 = mix(ivec2(1, 2), ivec2(3, 4), bvec2(true, false));
    u = packUnorm2x16(vec2(1, .5)) + packSnorm4x8(vec4(-1, 0, 1, .5)) + packHalf2x16(vec2(1, -2));
    v2 = unpackUnorm2x16(0xFFFFu) + unpackHalf2x16(0xC0003C00u);
    v4 = unpackSnorm4x8(0x817F0080u) + unpackUnorm4x8(0xFF000000u);
    u = packUnorm4x8(vec4(0, 1, .5, 2)) + packSnorm2x16(vec2(-2, 1));
    v2 = unpackSnorm2x16(0x80017FFFu);
    d = dvec2(packDouble2x32(uvec2(0, 0x3FF00000)), sqrt(4.0lf)) + normalize(dvec2(0, 2));
    l = packInt2x32(ivec2(-1, 1)) + doubleBitsToInt64(1.0lf);
    i2 = unpackInt2x32(-2l);
    s = pack16(u8vec2(1, 2));
    h = unpackFloat2x16(0x40003C00u) + sqrt(f16vec2(4)) + mod(f16vec2(5), f16vec2(3));
    i = dotEXT(ivec2(1, -2), ivec2(3, 4)) + dotEXT(i8vec2(-128), u8vec2(255)) + dotPacked4x8EXT(0x01FF, 0x0203u);
    i = dotAccSatEXT(ivec2(1), ivec2(1), 0x7FFFFFFF);
    u = dotAccSatEXT(uvec2(1), uvec2(1), 0xFFFFFFFFu);
    switch (i) {
        case int(mod(5., 3.)): i = 1;
        case int(dot(vec2(3), vec2(1))): i = 2;
    }
}
