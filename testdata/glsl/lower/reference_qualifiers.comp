#version 460
#extension GL_EXT_buffer_reference : require
// Accesses through a reference have the qualifiers of the variable that holds it.
layout(local_size_x = 1) in;
layout(buffer_reference, std430) coherent buffer Shared { uint value; };
layout(buffer_reference, std430) buffer Cell { uint value; };
layout(std430, binding = 0) buffer Data { Shared all; Cell cell; };
uint load(volatile Cell source) { return source.value; }
void main() {
    coherent Cell local = cell;
    local.value = 1u;
    cell.value = load(cell) + all.value;
}
