#version 460
#extension GL_EXT_buffer_reference : require
// Memory qualifiers of buffer references apply to accesses through them.
layout(local_size_x = 1) in;
layout(buffer_reference, std430) readonly buffer Constant { float values[4]; };
layout(buffer_reference, std430) buffer Cell { uint value; };
layout(std430, binding = 0) buffer Data { Constant constants; Cell cell; readonly Cell fixed_cell; };
readonly Cell kept;
void store(readonly Cell target) { target.value = 1u; }
uint load(writeonly Cell source) { return source.value; }
void main() {
    constants.values[0] = 1.0;
    readonly Cell local = cell;
    local.value = 2u;
    readonly Cell list[2] = Cell[2](cell, cell);
    list[1].value = 3u;
    kept = cell;
    kept.value = 4u;
    fixed_cell.value = 5u;
    fixed_cell = cell;
    atomicAdd(local.value, 1u);
}
