#version 460
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 1) in;
shared Words { uint words[4]; } block;
shared int beside;
void main() { }
