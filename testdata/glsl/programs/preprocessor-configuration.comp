// options: -DPRECISION=2 -DUSE_SHARED -DNAME(x)=prefix_##x -UDEBUG
#version 460
#if PRECISION == 1
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#define real float16_t
#elif PRECISION == 2
#define real float
#else
#error unknown precision
#endif
#ifdef DEBUG
#error no debug here
#endif
#if defined(GL_EXT_control_flow_attributes) && GL_EXT_control_flow_attributes
#extension GL_EXT_control_flow_attributes : enable
#define UNROLL [[unroll]]
#else
#define UNROLL
#endif
#define LOOP(n) UNROLL for (int loop_index = 0; loop_index < (n); ++loop_index)
#if __VERSION__ < 450 || defined GL_ES
#error too old
#endif
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer NAME(data) { real values[]; } NAME(in);
#ifdef USE_SHARED
shared real NAME(stage)[32];
#define AT(i) NAME(stage)[(i) & 31]
#else
#define AT(i) NAME(in).values[i]
#endif
void main() {
    int lane = int(gl_LocalInvocationIndex);
#ifdef USE_SHARED
    NAME(stage)[lane] = NAME(in).values[lane]; barrier();
#endif
    real sum = real(0);
    LOOP(4) { sum += AT(lane + loop_index); }
#if 0
    this is not read
#endif
    NAME(in).values[lane] = sum;
}
