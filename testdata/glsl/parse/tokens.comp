#version 460
int a = 08 + @ 1;
void main() { a = 09; f(08; b c d; }
