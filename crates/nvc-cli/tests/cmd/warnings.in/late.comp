#version 460
layout(local_size_x = 1) in;
#extension GL_EXT_shader_16bit_storage : require
#if TILE > 3
#endif
void main() {}
