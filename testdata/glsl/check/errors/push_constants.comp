#version 460
// GL_KHR_vulkan_glsl: no set, no binding, and at most one block in use.
layout(local_size_x = 1) in;
layout(push_constant, binding = 1) uniform Bound { int a; } bound;
layout(push_constant, set = 1) uniform Set { int b; } in_set;
layout(push_constant) uniform Unused { int c; } unused;
layout(binding = 0) buffer Out { int result; };
int never_called() { return unused.c; }
int called() { return in_set.b; }
void main() { result = bound.a + called(); }
