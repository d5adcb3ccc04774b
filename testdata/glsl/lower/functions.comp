#version 450
// Copy-in and copy-out, aggregates, opaque parameters.
layout(local_size_x = 1) in;
layout(binding = 0, r32ui) uniform uimage2D pages[2];
layout(binding = 1, r32ui) uniform uimage2D other;
layout(binding = 3) uniform sampler2D tex;
layout(std430, binding = 0) buffer B { vec4 v; int n; float f; };
void divide(int a, int b, out int q, inout float rest) { q = a / b; rest += float(a - q * b); }
uint texel(uimage2D page, ivec2 at) { return imageLoad(page, at).x + imageAtomicAdd(page, at, 1u); }
vec4 twice(sampler2D s, vec2 at) { return texture(s, at) + textureLod(s, at, 1.0); }
float total(float list[3]) { list[0] *= 2.0; return list[0] + list[1] + list[2]; }
void main() {
    divide(n, 3, n, v.y);
    uint sum = texel(pages[n & 1], ivec2(0)) + texel(pages[0], ivec2(1)) + texel(other, ivec2(2));
    imageStore(other, ivec2(3), uvec4(sum));
    v += twice(tex, v.xy);
    f = total(float[3](v.x, v.y, f));
}
