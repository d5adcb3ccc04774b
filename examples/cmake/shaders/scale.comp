#version 460
#extension GL_GOOGLE_include_directive : require
#include "group.glsl"

// Each element becomes `factor` times itself.
layout(local_size_x = GROUP) in;
layout(push_constant) uniform Push { float factor; };
layout(std430, set = 0, binding = 2) buffer Values { float values[]; };

void main() {
    values[gl_GlobalInvocationID.x] *= factor;
}
