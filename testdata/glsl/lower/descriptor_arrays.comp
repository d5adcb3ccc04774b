#version 460
#extension GL_EXT_nonuniform_qualifier : require
// Arrays of arrays of descriptors are flat: the element [i][j] of [2][3] is number i * 3 + j.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) uniform U { float u; } uniforms[2][3];
layout(set = 1, binding = 0) buffer To { float to[]; } lists[][3];
layout(set = 2, binding = 0) uniform sampler2D textures[2][3];
layout(set = 3, binding = 0) uniform texture2D views[2][2][2];
layout(set = 3, binding = 1) uniform sampler samplers[2][2];
layout(set = 3, binding = 2, r32f) uniform image2D images[2][3];
float first(sampler2D row[3], int i) { return texelFetch(row[i], ivec2(0), 0).x; }
void main() {
    int i = int(gl_LocalInvocationIndex);
    float sum = uniforms[1][2].u + first(textures[i], 2);
    sum += textureLod(sampler2D(views[i][1][0], samplers[1][i]), vec2(0), 0).x;
    sum += imageLoad(images[1][i], ivec2(0)).x + float(lists[2][i].to.length());
    lists[nonuniformEXT(i)][1].to[i] = sum;
}
