#version 460
// Specialization constants: sizes, operations, conditions.
layout(local_size_x_id = 4, local_size_y = 2) in;
layout(constant_id = 0) const int rows = 4;
layout(constant_id = 1) const bool fast = true;
layout(constant_id = 2) const float scale = 0.5;
const int cells = rows * 3 + 1;
shared float tile[cells];
layout(set = 0, binding = 0, std430) buffer B { float f[]; };
void main() {
    float own[rows];
    for (int k = 0; k < rows; ++k) own[k] = f[k] * scale;
    if (fast) own[1] = tile[cells - 1];
    ivec2 size = ivec2(rows, cells);
    tile[0] = own[size.y & 1];
    f[gl_WorkGroupSize.x] = own[0] + float(cells);
}
