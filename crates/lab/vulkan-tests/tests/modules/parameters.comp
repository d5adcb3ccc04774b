#version 460
// Parameters beyond 128 bytes lie in a uniform buffer.
layout(local_size_x = 1) in;
layout(set = 0, binding = 31, std140) uniform Locals { uvec4 local[10]; };
layout(set = 1, binding = 0, std430) buffer Result { uint result[]; };

void main() {
    result[0] = local[9].z;
}
