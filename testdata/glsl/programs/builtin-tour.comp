#version 460
layout(local_size_x = 2, local_size_y = 2, local_size_z = 2) in;
layout(std430, binding = 0) buffer B { vec4 v; ivec4 i; uvec4 u; dvec2 d; };
void main() {
    vec4 a = v;
    a = radians(degrees(a)) + sin(a) * cos(a) - tan(a) + asin(a) / acos(a) + atan(a, a.wzyx) + atan(a);
    a += sinh(a) + cosh(a) + tanh(a) + asinh(a) + acosh(a) + atanh(a);
    a += pow(a, a) + exp(a) + log(a) + exp2(a) + log2(a) + sqrt(a) + inversesqrt(a);
    a += abs(a) + sign(a) + floor(a) + trunc(a) + round(a) + roundEven(a) + ceil(a) + fract(a) + mod(a, 2.0) + mod(a, a);
    vec4 whole; a += modf(a, whole) + whole;
    a = min(a, 1.0) + max(a, a) + clamp(a, 0.0, 1.0) + clamp(a, a, a) + mix(a, a, 0.5) + mix(a, a, a) + mix(a, a, greaterThan(a, a.yxzw));
    a = step(0.5, a) + step(a, a) + smoothstep(0.0, 1.0, a) + smoothstep(a, a + 1.0, a) + fma(a, a, a);
    ivec4 e; a = frexp(a, e); a = ldexp(a, e);
    a.x = length(a) + distance(a, a.yxwz) + dot(a, a); a.xyz = cross(a.xyz, a.zxy) + normalize(a.xyz);
    a = faceforward(a, a, a) + reflect(a, a) + refract(a, a, 1.5);
    ivec4 j = abs(i) + sign(i) + min(i, 3) + max(i, i) + clamp(i, -1, 1) + floatBitsToInt(a) + bitCount(u) + findLSB(i) + findMSB(u);
    uvec4 w = min(u, 4u) + max(u, u) + clamp(u, 1u, 2u) + floatBitsToUint(a) + bitfieldReverse(u) + bitfieldExtract(u, 3, 4) + bitfieldInsert(u, u, 1, 2);
    bvec4 c = lessThanEqual(a, a.x * a) ; c.x = any(c) || all(not(equal(j, i))) || notEqual(w, u).y || isnan(a).z || isinf(a.w);
    a = mix(a, intBitsToFloat(j), c) + uintBitsToFloat(w);
    dvec2 f = sqrt(d) + floor(d) + mix(d, d, 0.5lf) + fma(d, d, d) + dvec2(length(d), dot(d, d)) + abs(d) + fract(d) + round(d);
    f.x += packDouble2x32(unpackDouble2x32(f.y)) + determinant(dmat2(f, f)) + double(min(1, 2u));
    memoryBarrier(); memoryBarrierBuffer(); memoryBarrierShared(); groupMemoryBarrier(); barrier();
    v = a; i = j; u = w; d = f;
}
