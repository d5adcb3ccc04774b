#version 450
#extension GL_NV_shader_buffer_load : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { float f; };
void main() {
    float *p = &f;
    f = *p;
}
