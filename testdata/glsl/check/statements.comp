#version 460
#extension GL_EXT_control_flow_attributes : require
// Loops, switches, jumps, scopes.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { int o; uint u; };
void main() {
    int x = 0;
    [[unroll]] for (int i = 0, n = 4; i < n; ++i) {
        int x = i;
        if (x == 2) continue;
        o += x;
    }
    for (;;) { if (o++ > 4) break; }
    [[dependency_infinite, dont_unroll]] while (bool more = o < 3) { o += more ? 1 : 2; }
    do { --o; } while (o > 0);
    [[flatten]] switch (u) {
    case 1:
    case 2u:
        o = 1;
    default:
        o = 2;
        break;
    case 0xffffffff:
        { int y = x; o = y; }
        return;
    }
    switch (o) { }
    if (o == 1) int only = 3;
    { int x = 5; o = x; }
    ;
}
