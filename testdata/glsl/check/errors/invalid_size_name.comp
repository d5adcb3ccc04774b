#version 460
layout(local_size_q = 4) in;
layout(binding = missing) uniform atomic_uint counter;
void main() {}
