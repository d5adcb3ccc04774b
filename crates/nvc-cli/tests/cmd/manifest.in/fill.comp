#version 460
#extension GL_GOOGLE_include_directive : require
#include "value.h"
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
    words[gl_GlobalInvocationID.x] = VALUE;
}
