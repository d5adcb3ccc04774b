#version 400
int sample, patch = 1;
float precise;
precise float exact;
void f(int sample) { sample = 1; }
