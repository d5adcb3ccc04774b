#version 460
#extension GL_ARB_gpu_shader_int64 : require
// Constant expressions of each kind are folded with the arithmetic of their type.
layout(local_size_x = 4) in;
const int a = 7 / 2 * 3 - 1;
const uint wraps = 0u - 1u;
const int least = -2147483647 - 1;
const int64_t wide = 0x7fffffffffffffffL + 1L;
const float f = 1.0 / 3.0;
const double d = 1.0lf / 3.0lf;
const bool b = a > 3 && !(f < 0.25) ^^ false;
const ivec3 v = ivec3(1, 2, 3) << ivec3(4, 5, 6) | 1;
const int swizzled = v.zyx.y;
const mat2 m = mat2(1.0, 2.0, 3.0, 4.0) * mat2(2.0);
const vec2 mv = m * vec2(1.0, 1.0);
const float table[] = float[](1.0, 2.5, 4.0);
const int count = table.length() + v.length();
struct S { int x; float y[2]; };
const S s = S(a, float[2](0.5, 1.5));
const float inner = s.y[1];
const int chosen = b ? 10 : 20;
const uint converted = uint(-1.0 + 3.9);
const bool equal = v == ivec3(17, 65, 193);
const float folded = min(sqrt(16.0), abs(-5.0));
layout(std430, binding = 0) buffer Out { int n[]; };
void main() {
    int sized[a + count];
    n[0] = sized.length() + swizzled + chosen + least;
    n[1] = int(wraps) + int(wide) + int(converted) + int(equal) + int(folded);
    n[2] = int(f + inner + mv.x + mv.y + table[1]) + int(d);
    n[3] = int(table[n[0]]);
}
