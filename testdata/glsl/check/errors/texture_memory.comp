#version 460
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
// Textures take scoped memory qualifiers only.
layout(binding = 0) uniform workgroupcoherent nonprivate sampler2D scoped;
layout(binding = 1) uniform coherent sampler2D unscoped;
void main() {}
