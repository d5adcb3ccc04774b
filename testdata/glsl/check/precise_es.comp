#version 310 es
#extension GL_EXT_gpu_shader5 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { float a; };
void main() {
    precise float sum = a * a + a;
    a = sum;
}
