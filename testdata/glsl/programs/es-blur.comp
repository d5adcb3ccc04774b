#version 310 es
precision highp float;
precision mediump int;
precision highp image2D;
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba8, binding = 0) readonly uniform mediump image2D source;
layout(rgba8, binding = 1) writeonly uniform highp image2D target;
layout(std140, binding = 0) uniform Params { lowp vec4 tint; mediump float radius; };
layout(std430, binding = 2) buffer Stats { highp uint histogram[256]; };
shared mediump vec4 tile[8][8];
mediump float luma(lowp vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec2 l = ivec2(gl_LocalInvocationID.xy);
    tile[l.y][l.x] = imageLoad(source, p);
    memoryBarrierShared();
    barrier();
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 8; ++i) sum += tile[l.y][i] * exp2(-abs(float(i - l.x)) / radius);
    sum = sum / sum.aaaa * tint;
    atomicAdd(histogram[int(luma(sum.rgb) * 255.0)], 1u);
    imageStore(target, p, sum);
}
