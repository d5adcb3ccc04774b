#version 460
// A size that is wrong is a size.
layout(local_size_x = missing) in;
void main() {}
