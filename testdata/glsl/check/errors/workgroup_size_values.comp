#version 460
layout(local_size_x = 0, local_size_y = 2000, local_size_z = 65) in;
layout(local_size_y = 3) in;
layout(local_size_y = 4) in;
layout(local_size_z = gl_GlobalInvocationID.x) in;
void main() { }
