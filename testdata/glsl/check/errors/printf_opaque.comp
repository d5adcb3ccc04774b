#version 460
#extension GL_EXT_debug_printf : require
// Opaque types and whole blocks cannot be printed.
layout(local_size_x = 1) in;
struct Material { vec4 tint; sampler2D albedo; };
uniform Material m;
uniform sampler2D s;
layout(binding = 0) buffer B { float f; } block;
void main() { debugPrintfEXT("%f %f %f %f %f", m.tint.x, m, s, m.albedo, block); }
