#version 460
layout(local_size_x = 1) in;
layout(binding = 0) buffer O { vec4 o[8]; ivec2 i; };
const vec3 HALVES = 0.5.xxx;
void main() {
    o[0] = vec4(1.0.xxx, .5.x) + o[1] * 2.0.xxxx;
    o[1] = 1e3.xxxx + 1.0f.rrrr;
    i = ivec2(3u.ss);
}
