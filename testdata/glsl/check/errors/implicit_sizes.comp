#version 460
layout(local_size_x = 1) in;
float a[];
float before() { return a[4] + a[1]; }
float a[4];
shared int b[];
int also_before() { return b[3]; }
shared int b[4];
int lists[2][] = { { 1, 2 }, { 3 } };
int rows[][2] = { { 1, 2 }, { 3, 4 }, { 5 } };
void main() { }
