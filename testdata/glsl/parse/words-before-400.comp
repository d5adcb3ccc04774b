#version 330
int sample, patch = 1;
float precise;
precise float exact;
void f(int sample) { sample = patch + int(precise); }
