#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
// Only 32-bit floats and integers and opaque types have a precision.
layout(local_size_x = 1) in;
struct S { highp int a; lowp bool b; mediump vec4 c[2]; };
layout(buffer_reference) buffer P { highp float a; highp double b; };
highp bool a;
highp double b;
highp S c;
highp int64_t d;
mediump bvec2 e[2];
highp float16_t f;
highp P p;
highp dmat2 g;
shared highp bool h;
const lowp bool i = true;
highp void f1() {}
highp bool f2(highp bool x, lowp mat3 y) { return x; }
highp uint right;
mediump mat2 fine[2];
uniform highp sampler2D t;
layout(r32f) uniform lowp image2D u;
void main() { highp bool j; mediump ivec2 k; }
