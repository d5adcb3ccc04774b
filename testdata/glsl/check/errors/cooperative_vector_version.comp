#version 440
#extension GL_NV_cooperative_vector : require
// The extension is for versions 450 and 320 es, and later.
layout(local_size_x = 32) in;
void main() {
    coopvecNV<float, 4> v;
}
