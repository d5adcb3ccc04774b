#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform sampler2D many[];
layout(std430, set = 0, binding = 1) buffer B { int n; };
void main() { n = many.length(); }
