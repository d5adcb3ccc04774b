#version 460
#extension GL_EXT_long_vector : require
// Shared memory is counted with the default values of specialization constants.
layout(local_size_x = 8) in;
layout(constant_id = 3) const int N = 8;
layout(std430, binding = 0) buffer Data { float sums[]; };
shared vector<float, N> parts;
void main() {
    parts[gl_LocalInvocationIndex] = sums[gl_LocalInvocationIndex];
    barrier();
    sums[gl_LocalInvocationIndex] = dot(parts, parts);
}
