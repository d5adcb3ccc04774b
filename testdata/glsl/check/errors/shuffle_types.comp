#version 460
#extension GL_NV_shader_thread_shuffle : require
layout(local_size_x = 32) in;
void main() {
    bool ok;
    const bool fixed_value = true;
    double d = shuffleNV(1.0lf, 2u, 32u);
    mat2 m = shuffleNV(mat2(1.0), 2u, 32u);
    uint u = shuffleNV(1u, 2.0, 32u);
    u = shuffleNV(1u, 2u);
    u = shuffleNV(1u, 2u, 32u, ok, ok);
    u = shuffleNV(1u, 2u, 32u, fixed_value);
    int valid;
    u = shuffleNV(1u, 2u, 32u, valid);
}
