#version 460
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
shared uint scratch[32];
uint twice(uint x);
void main() {
    scratch[gl_LocalInvocationIndex] = words[gl_LocalInvocationIndex];
    words[gl_LocalInvocationIndex] = twice(gl_LocalInvocationIndex);
}
