#version 460
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer B { vec2 values[]; };
void main() {
    vec2 x = values[gl_GlobalInvocationID.x];
    values[gl_GlobalInvocationID.x] = fma(x, x, vec2(1.0));
}
