#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer R;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer R { int a[]; int b; };
layout(std430, binding = 0) buffer Out { R r; int n; };
void main() { r.a[2] = 1; R s = r + 1; s.b = 7; n = int(uint64_t(s) - uint64_t(r)); }
