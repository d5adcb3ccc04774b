#version 460
// `gl_WorkGroupSize` is a constant of a size that is declared before it.
uint early() { return gl_WorkGroupSize.x; }
layout(local_size_x = 8) in;
uint size() { return gl_WorkGroupSize.y; }
layout(local_size_x = 8) in;
layout(local_size_y = 4) in;
void main() {}
