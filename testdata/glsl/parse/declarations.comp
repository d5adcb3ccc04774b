#version 460
#extension GL_EXT_buffer_reference : require
#pragma optimize(on)
layout(local_size_x = 32, local_size_y = 1 + 1) in;
layout(std430, binding = 0) readonly buffer Data { uint count; float values[]; } data[2];
layout(push_constant) uniform Push { layout(offset = 16) vec4 a, b[3]; mat4x3 m; };
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { Node next; int value; };
layout(constant_id = 3) const int N = 4;
uniform layout(rgba8) writeonly coherent image2D img;
shared float tile[16][N], other;
struct Inner { int x; } inner;
struct { struct Inside { vec2 v; } inside[2]; highp float h; } unnamed;
struct Only { int a, b[2]; };
const float[2] table[3] = { { 1.0, 2.0 }, { 3.0, 4.0, }, float[2](5.0, 6.0) }, one = 1.;
precision highp float;
precise invariant other;
invariant gl_Position, a;
;
float prototype(in vec3 v, const int, out float o[3], inout highp uint u);
void none(void);
subroutine float kind(int);
subroutine(kind, kind) float implementation(int a) { return float(a); }
subroutine uniform kind choice;
Inner make(int a) { return Inner(a); }
float[3] arrays(float[] a[2]) { return float[3](1., 2., 3.); }
spirv_instruction(set = "GLSL.std.450", id = 81) float minimum(float a, float b);
void attributed() [[subgroup_uniform_control_flow]] {}
coherent volatile restrict buffer B { int queuefamilycoherent; int nonprivate; } shadercallcoherent;
nonuniformEXT int soft; float nonuniformEXT;
layout(shared, row_major) uniform;
