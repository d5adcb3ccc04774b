#version 460
// options: --flavour=vulkan
// Opaque types and whole blocks are not operands; they can be named, indexed and passed to functions.
layout(local_size_x = 4) in;
layout(set = 2, binding = 0) uniform sampler2D s[2];
layout(set = 2, binding = 2) uniform sampler2D one;
layout(set = 2, binding = 3) uniform texture2D tx;
layout(set = 2, binding = 4) uniform sampler sm;
layout(set = 3, binding = 0, r32f) uniform image2D i[2];
layout(set = 1, binding = 0) buffer O { float o[]; };
layout(set = 1, binding = 1) buffer B { float v[8]; } b[2];
layout(set = 0, binding = 0) uniform U { float v[8]; } u;
struct Holder { sampler2D inner; };
float f(sampler2D t) { return textureLod(o[0] > 0. ? t : one, vec2(0), 0.).x; }
void main() {
    (s[0]); s[0]; one; i[1]; tx; b[0]; u;
    o[0] = textureLod(o[1] > 0. ? s[0] : s[1], vec2(0), 0.).x;
    imageStore(o[1] > 0. ? i[0] : i[1], ivec2(0), vec4(0));
    o[0] = textureLod((o[1], one), vec2(0), 0.).x;
    s[0], s[1];
    o[1], one;
    sampler2D(tx, sm);
    o[1] = textureLod(o[1] > 0. ? sampler2D(tx, sm) : one, vec2(0), 0.).x;
    for (int k = 0; k < 2; one, k++) {}
    o[0] = float(s[0] == s[1]);
    o[0] = s[0] + 1.;
    s[0] = s[1];
    one++;
    -one;
    if (one) {}
    switch (one) {}
    o[one] = 1.;
    Holder(one);
    sampler2D[2](one, one);
    b[0] = b[1];
    o[0] = float(b[0] == b[1]);
    o[0] = float(b == b);
    (o[0] > 0. ? b[0] : b[1]).v[0] = 1.;
    u = u;
    b[0], o[0];
}
