#version 460
void f(int a,