#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
// The scope of shader calls belongs to ray tracing.
layout(binding = 0) shadercallcoherent buffer A { int a; };
layout(binding = 1) workgroupcoherent buffer B { int b; };
void main() { a = b; }
