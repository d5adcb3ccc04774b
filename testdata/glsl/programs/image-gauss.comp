#version 440
// A separable blur with a halo in shared memory; the direction and radius are macros.
#define RADIUS 4
#define TAPS (2*RADIUS + 1)
#define TILE 64
#if defined(VERTICAL) && VERTICAL
  #define AXIS(p) (p).yx
  layout(local_size_x = 1, local_size_y = TILE) in;
#else
  #define AXIS(p) (p).xy
  layout(local_size_x = TILE, local_size_y = 1) in;
#endif
layout(binding = 0) uniform sampler2D source;
layout(binding = 1, rgba16f) uniform restrict writeonly image2D target;
const float weights[RADIUS + 1] = float[](0.20, 0.17, 0.12, 0.07, 0.04);
shared vec4 row[TILE + 2 * RADIUS];

void main() {
    ivec2 size = imageSize(target);
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    int t = AXIS(ivec2(gl_LocalInvocationID.xy)).x;
    row[t + RADIUS] = texelFetch(source, clamp(at, ivec2(0), size - 1), 0);
    if (t < RADIUS) {
        ivec2 d = AXIS(ivec2(RADIUS, 0));
        ivec2 e = AXIS(ivec2(TILE, 0));
        row[t] = texelFetch(source, clamp(at - d, ivec2(0), size - 1), 0);
        row[t + RADIUS + TILE] = texelFetch(source, clamp(at + e, ivec2(0), size - 1), 0);
    }
    barrier();
    vec4 sum = row[t + RADIUS] * weights[0];
    for (int i = 1; i <= RADIUS; ++i)
        sum += (row[t + RADIUS - i] + row[t + RADIUS + i]) * weights[i];
    if (all(lessThan(at, size)))
        imageStore(target, at, sum);
}
#undef AXIS
