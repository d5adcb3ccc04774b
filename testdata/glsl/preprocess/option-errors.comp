#version 460
// options: -D7 -DOK=08
int a = OK;
