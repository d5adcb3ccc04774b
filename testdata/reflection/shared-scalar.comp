#version 460
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_scalar_block_layout : require
// Scalar layout in shared memory, a feature of its own; arrays of arrays of descriptors, which are flat.
layout(local_size_x = 32) in;
layout(set = 1, binding = 0) buffer To { float to[]; } lists[2][3];
layout(set = 2, binding = 0) uniform sampler2D textures[2][2];
layout(scalar) shared Staged { vec3 vectors[4]; float last; };
void main() {
    vectors[1] = vec3(last);
    barrier();
    lists[1][2].to[0] = vectors[1].x + textureLod(textures[1][0], vec2(0), 0).x;
}
