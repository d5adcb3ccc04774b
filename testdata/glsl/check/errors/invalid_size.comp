#version 460
// An invalid workgroup size is not reported as missing too.
layout(local_size_x = missing) in;
void main() {}
