#version 460
layout(local_size_x = 16) in;
void main() {}
