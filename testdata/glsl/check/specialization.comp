#version 460
// Expressions of specialization constants are not folded.
layout(local_size_x = 8, local_size_x_id = 7, local_size_y = 2, local_size_z_id = 3) in;
layout(constant_id = 3) const uint depth = 2u;
layout(constant_id = 1) const int n = 4;
layout(constant_id = 2) const bool flip = true;
layout(constant_id = 4) const float scale = 1.5;
const int twice = n * 2 + 1;
const ivec2 pair = ivec2(n, twice) << 1;
const float scaled = scale * 2.0;
shared int data[twice];
layout(std430, binding = 0) buffer Out { int o[]; };
void main() {
    float local[n];
    o[0] = local.length() + data.length() + pair.y;
    o[1] = flip ? n : -n;
    o[2] = int(gl_WorkGroupSize.x * depth) + int(scaled);
    o[3] = int(flip) + int(bool(n));
    data[o[0]] = 1;
}
