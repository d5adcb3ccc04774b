#version 450 core
#extension GL_NV_gpu_shader5 : require
#extension GL_ARB_gpu_shader_int64:enable
#extension all : warn
#extension GL_NV_shader_thread_shuffle : disable
#pragma optimize(off) // gone
#pragma not GL_NV_gpu_shader5 expanded \
  and continued
#ifdef GL_NV_gpu_shader5
int a = GL_NV_gpu_shader5;
#endif
