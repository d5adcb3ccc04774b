#version 460
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_null_initializer : require
// Features of the Vulkan flavour only, and small extensions.
layout(local_size_x = 1) in;
struct S { int a; float b[3]; };
layout(set = 0, binding = 1) uniform texture2D textures[];
layout(set = 0, binding = 2) uniform sampler filtering;
layout(set = 0, binding = 3) uniform samplerShadow comparing;
layout(set = 0, binding = 4) uniform texture2D depth;
layout(set = 1, binding = 0, std430) buffer B { uint i; vec4 o; };
shared S zeroed = {};
void main() {
    S s = {};
    o = texture(sampler2D(textures[nonuniformEXT(i)], filtering), vec2(0.5));
    i = uint(s.a + zeroed.a);
}
