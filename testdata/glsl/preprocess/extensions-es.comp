#version 310 es
// Extensions of desktop GLSL only.
#extension GL_ARB_compute_variable_group_size : enable
#extension GL_NV_shader_thread_shuffle : require
#ifdef GL_NV_shader_thread_group
int defined_in_es;
#endif
#ifndef GL_EXT_gpu_shader5
int not_defined_in_es;
#endif
