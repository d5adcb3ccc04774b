#version 460
// Qualifiers on declarations that do not allow them.
layout(local_size_x = 1) in;
readonly shared int shared_readonly;
writeonly shared int shared_writeonly[2];
coherent volatile restrict shared int shared_right;
invariant int invariant_variable;
int later;
invariant later;
precision highp vec4;
precision highp uint;
precision mediump atomic_uint;
precision coherent float;
precision highp mediump float;
precision float;
precision mediump sampler2D;
layout(binding = 0) uniform lowp atomic_uint low_counter;
void parameters(layout(binding = 1) int a, layout(r32f) image2D b, layout(r32f) float c, layout(offset = 0) image2D d) { }
void main() {
    precision lowp int;
    precision highp bool;
}
