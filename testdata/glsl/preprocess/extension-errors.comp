#version 450
#extension GL_NV_gpu_shader6 : require
#extension GL_FOO_bar : enable
#extension all : require
#extension GL_NV_gpu_shader5
#extension GL_NV_gpu_shader5 : maybe
#extension
#defnie A
#bogus
#123
int a;
#extension GL_NV_gpu_shader5 : enable
#error stop here, "please"
#version 460
