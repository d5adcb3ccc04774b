#version 450
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_fp16_vector : require
#extension GL_EXT_shader_atomic_float2 : require
layout(local_size_x = 1) in;
layout(std430, row_major, binding = 0) buffer B { f16mat2 rows; layout(column_major) f16mat2 columns; };
shared f16vec2 both;
void main() {
    atomicAdd(rows[1], f16vec2(1));
    atomicAdd(columns[1], f16vec2(1));
    atomicAdd(both, f16vec2(1));
    atomicAdd(both.y, float16_t(1));
}
