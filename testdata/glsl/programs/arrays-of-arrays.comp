#version 430
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, binding = 0) buffer B { float grid[4][4][2]; vec2 rows[][3]; } b[2];
layout(binding = 0) uniform sampler2D atlas[2][3];
layout(binding = 8, r32f) uniform image2D pages[2];
const float kernel[3][3] = { { 1, 2, 1 }, { 2, 4, 2 }, { 1, 2, 1 } };
const ivec2 steps[][2] = ivec2[][2](ivec2[2](ivec2(0), ivec2(1)), ivec2[2](ivec2(2), ivec2(3)));
float trace(float m[3][3]) { float t = 0.0; for (int i = 0; i < m.length(); ++i) t += m[i][i]; return t; }
float[3][3] scaled(float m[3][3], float by) { for (int i = 0; i < 9; ++i) m[i / 3][i % 3] *= by; return m; }
void fill(out float a[2][2]) { a = float[2][2](float[](1.0, 2.0), float[](3.0, 4.0)); }
void main() {
    ivec2 p = ivec2(gl_LocalInvocationID.xy);
    float sum = trace(kernel) + trace(scaled(kernel, 0.5)) + scaled(kernel, 2.0)[1][1];
    float small[2][2];
    fill(small);
    for (int y = 0; y < kernel.length(); ++y) for (int x = 0; x < kernel[0].length(); ++x)
        sum += kernel[y][x] * b[0].grid[(p.y + y) & 3][(p.x + x) & 3][x & 1];
    b[1].grid[p.y][p.x] = float[2](sum, small[p.x & 1][p.y & 1]);
    b[1].rows[b[1].rows.length() - 1][2] = vec2(steps[p.x & 1][1]);
    sum += textureLod(atlas[1][2], vec2(0.5), 0.0).x + textureLod(atlas[0][1], vec2(p), 0.0).y;
    imageStore(pages[1], p, vec4(sum));
    if (small == float[2][2](float[2](1., 2.), float[2](3., 4.))) imageStore(pages[0], p, vec4(b.length() + atlas[0].length()));
}
