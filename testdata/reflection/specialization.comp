#version 450
#extension GL_ARB_gpu_shader_int64 : require
// Sizes by specialization constants: of the work group in x, of arrays, of shared memory.
layout(local_size_x_id = 3, local_size_y = 4) in;
layout(constant_id = 0) const uint ROWS = 24;
layout(constant_id = 1) const int BIAS = -7;
layout(constant_id = 2) const bool DOUBLED = true;
layout(constant_id = 4) const float SCALE = 0.5;
layout(constant_id = 5) const double EXACT = 0.1lf;

shared vec3 tile[ROWS * 2];

layout(std430, set = 0, binding = 0) buffer Table {
    uvec2 head;
    vec4 rows[ROWS];
};

void main() {
    uint i = gl_LocalInvocationIndex;
    tile[i] = vec3(BIAS, SCALE, DOUBLED ? 2.0 : float(EXACT));
    barrier();
    rows[i] = vec4(tile[(i + 1) % (ROWS * 2)], head.x);
}
