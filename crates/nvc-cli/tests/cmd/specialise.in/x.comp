#version 460
layout(local_size_x_id = 1) in;
layout(constant_id = 3) const uint COUNT = 2;
layout(constant_id = 4) const float SCALE = 1.0;
layout(constant_id = 5) const bool EXACT = false;
shared uint row[COUNT];
layout(std430, binding = 0) buffer B { float result[]; };
void main() {
    row[gl_LocalInvocationIndex % COUNT] = COUNT;
    result[gl_GlobalInvocationID.x] = (EXACT ? 1.0 : SCALE) * float(row[0] + row.length() + gl_WorkGroupSize.x);
}
