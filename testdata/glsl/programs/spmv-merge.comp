#version 450
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_EXT_shader_atomic_float : enable
layout(local_size_x = 128) in;
struct Entry { float value; uint column; };
layout(std430, set = 0, binding = 0) readonly buffer Matrix { uvec2 shape; uint row_ends[]; } matrix;
layout(std430, set = 0, binding = 1) readonly buffer Entries { Entry entries[]; };
layout(std430, set = 0, binding = 2) readonly buffer X { float x[]; };
layout(std430, set = 0, binding = 3) coherent buffer Y { float y[]; };
uvec2 merge_path(uint diagonal, uint rows, uint count) {
    uint low = diagonal > count ? diagonal - count : 0u, high = min(diagonal, rows);
    while (low < high) {
        uint middle = (low + high) >> 1;
        if (matrix.row_ends[middle] <= diagonal - middle - 1u) low = middle + 1u; else high = middle;
    }
    return uvec2(min(low, rows), diagonal - low);
}
void main() {
    uint per_thread = (matrix.shape.x + matrix.shape.y + gl_NumWorkGroups.x * 128u - 1u) / (gl_NumWorkGroups.x * 128u);
    uvec2 at = merge_path(gl_GlobalInvocationID.x * per_thread, matrix.shape.x, matrix.shape.y);
    uvec2 end = merge_path(min((gl_GlobalInvocationID.x + 1u) * per_thread, matrix.shape.x + matrix.shape.y), matrix.shape.x, matrix.shape.y);
    float sum = 0.0;
    for (; at.x < end.x; ++at.x) {
        for (; at.y < matrix.row_ends[at.x]; ++at.y) sum += entries[at.y].value * x[entries[at.y].column];
        atomicAdd(y[at.x], sum), sum = 0.0;
    }
    for (; at.y < end.y; ++at.y) sum += entries[at.y].value * x[entries[at.y].column];
    if (sum != 0.0) atomicAdd(y[end.x], sum);
}
