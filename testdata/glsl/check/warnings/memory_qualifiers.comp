// options: -Wpedantic
#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uint same(coherent uint x) { return x; }
void main() { volatile uint local = 3u; data[0] = same(local); }
