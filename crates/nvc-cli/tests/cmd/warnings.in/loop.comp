#version 460
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint TERMS = 8;
layout(std430, binding = 0) buffer B { float values[]; };
#define STEP x = sin(x) + y; y = cos(y) + x;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP
void main() {
    float x = values[0], y = values[1];
    [[unroll]] for (uint i = 0; i < 16; ++i) {
        [[unroll]] for (uint j = 0; j < TERMS; ++j) { STEPS STEPS STEPS STEPS }
    }
    values[0] = x + y;
}
