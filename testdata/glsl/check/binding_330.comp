#version 330
// `binding` comes with each extension that declares something with a binding.
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_atomic_counters : require
layout(local_size_x = 4) in;
layout(binding = 0, offset = 0) uniform atomic_uint counter;
void main() { atomicCounterIncrement(counter); }
