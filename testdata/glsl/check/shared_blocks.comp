#version 460
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;
shared Words { uint words[4]; } block;
layout(scalar) shared Mixed { vec3 a; layout(offset = 20) float b; };
void main() {
    block.words[1] = uint(a.x);
    b = 1.0;
}
