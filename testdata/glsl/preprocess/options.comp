#version 460
// options: -DSIZE=64 -DPLAIN -UGL_NV_gpu_shader5 -DMUL(a,b)=((a)*(b)) --flavour=opengl
int a = MUL(SIZE, PLAIN);
#if defined(VULKAN) || defined(GL_NV_gpu_shader5)
int wrong;
#endif
