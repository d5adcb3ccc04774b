#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Never;
layout(buffer_reference, buffer_reference_align = 3) buffer R { int v; int tail[]; };
layout(buffer_reference) uniform U { int u; };
buffer Forward;
layout(std430, binding = 0) buffer B { R r; Never n; uvec2 words; };
const R constant = R(0);
void main() {
    r = r + 1;
    r[0].v = 1;
    r++;
    bool same = r == r;
    r.tail.length();
    r.x = 1;
    n.v = 1;
    R made = R(words);
    R wrong = R(1.0);
    -r;
    r * 2;
}
