#version 460
// Resources of different descriptor types at one binding. Two that both name their sets may share it.
layout(local_size_x = 32) in;
layout(set = 0, binding = 2) uniform sampler2D picture;
layout(binding = 2) uniform Scale { float scale; };
layout(set = 0, binding = 3) uniform texture2D separate;
layout(set = 0, binding = 3) uniform sampler filtering;
layout(set = 5, binding = 0) buffer One { float one[]; };
layout(set = 5, binding = 0) uniform sampler2D other;
layout(set = 0, binding = 4, r32f) uniform image2D unused;
layout(binding = 4) uniform Also { float also; };
void main() {
    vec4 texel = texture(picture, vec2(0.5)) + texture(sampler2D(separate, filtering), vec2(0.5));
    one[0] = texel.x * scale + also + texture(other, vec2(0.5)).x;
}
