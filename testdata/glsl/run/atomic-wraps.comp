#version 460
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_buffer_store : require
// run: --dispatch 1 --storage 0=zeros:384 --storage 1=u32:0,1,4,5,6,7,4294967295,9 --dump 0=u32
// `atomicIncWrap` and `atomicDecWrap` with operands that are constant or not, with the operand 0, and contended
// in shared memory.
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer To { uint to[12][8]; };
layout(std430, binding = 1) buffer From { uint olds[8]; };
shared uint count;
void main() {
    uint i = gl_LocalInvocationIndex;
    uint old = olds[i], wrap = olds[3], zero = olds[0];
    to[0][i] = old;
    atomicIncWrap(to[0][i], 5u);
    to[1][i] = old;
    atomicIncWrap(to[1][i], wrap);
    to[2][i] = old;
    atomicDecWrap(to[2][i], 5u);
    to[3][i] = old;
    atomicDecWrap(to[3][i], wrap);
    to[4][i] = old;
    atomicIncWrap(to[4][i], 0u);
    to[5][i] = old;
    atomicIncWrap(to[5][i], zero);
    to[6][i] = old;
    atomicDecWrap(to[6][i], 0u);
    to[7][i] = old;
    to[8][i] = atomicDecWrap(to[7][i], zero);
    to[9][i] = old;
    atomicDecWrap(to[9][i], i);
    if (i == 0u) count = 0u;
    barrier();
    atomicIncWrap(count, 5u);
    barrier();
    to[10][i] = count;
    barrier();
    atomicDecWrap(count, 3u);
    barrier();
    to[11][i] = count;
}
