#version 450 compatibility
int a = GL_compatibility_profile;
