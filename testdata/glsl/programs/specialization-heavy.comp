#version 450
layout(constant_id = 0) const int WIDTH = 16;
layout(constant_id = 1) const uint COUNT = 4u;
layout(constant_id = 2) const float GAIN = 1.5;
layout(constant_id = 3) const bool FAST = false;
layout(constant_id = 4) const double PRECISE = 2.0;
layout(local_size_x_id = 5, local_size_y_id = 6, local_size_z = 2) in;
const int AREA = WIDTH * WIDTH + (FAST ? 1 : 0);
const uint MASK = (COUNT - 1u) | uint(AREA >> 2) & ~3u;
const ivec2 SIZE = ivec2(WIDTH, AREA);
const bool BOTH = FAST && WIDTH > 4 || COUNT != 3u;
const float SCALED = GAIN;
struct Table { float t[WIDTH]; };
layout(std430, binding = 0) buffer B { float data[]; };
layout(binding = 1) uniform sampler2D textures[COUNT];
shared float tile[WIDTH][WIDTH + 1];
shared uint words[gl_WorkGroupSize.x * gl_WorkGroupSize.y];
float local(float a[WIDTH], int n) { float s = 0; for (int i = 0; i < a.length(); ++i) s += a[i] * n; return s; }
void main() {
    uint i = gl_LocalInvocationIndex;
    float mine[WIDTH];
    for (int k = 0; k < WIDTH; ++k) { mine[k] = tile[k][0] * GAIN; tile[k][WIDTH] = 1; }
    words[i] = MASK;
    if (BOTH) data[i] = local(mine, SIZE.y) + float(PRECISE);
    else data[i] = textureLod(textures[i & 1u], vec2(SCALED), 0).x;
    switch (WIDTH) { case 8: data[0] = 1; break; default: data[0] = float(tile.length()); }
}
