#version 460
// Shared variables are in the order in which functions name them in the source, helpers before `main`.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer B { uint to[]; };
shared uint unused[64];
shared uint third[64];
shared uint first[64];
shared uint second[64];
void never(uint lane) { unused[lane] = 1; }
uint helper(uint lane) { return first[63 - lane] + second[lane]; }
void main() {
    uint lane = gl_LocalInvocationIndex;
    third[lane] = lane;
    second[lane] = 2 * lane;
    first[lane] = lane;
    barrier();
    to[lane] = helper(lane) + third[lane ^ 1];
}
