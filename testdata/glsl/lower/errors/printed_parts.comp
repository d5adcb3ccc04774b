#version 460
#extension GL_EXT_debug_printf : require
// Messages print scalars and vectors.
layout(local_size_x = 1) in;
struct S { float a; };
uniform S s;
uniform mat2 m;
uniform float list[2];
void main() {
    debugPrintfEXT("%f %v2f", s.a, m[0]);
    debugPrintfEXT("%f", s);
    debugPrintfEXT("%f %f", m, list);
}
