#version 460
layout(local_size_x = 1024, local_size_y = 2) in;
layout(local_size_z = 2) in;
void main() { }
