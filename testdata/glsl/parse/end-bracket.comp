#version 460
int a[3
