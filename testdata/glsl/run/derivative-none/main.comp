#version 450
#extension GL_NV_compute_shader_derivatives : require
// Without a layout, derivatives are zero, and samples are of level 0, or the one that a bias names.
layout(local_size_x = 8, local_size_y = 8) in;
#define AT gl_LocalInvocationID.xy
layout(std430, binding = 0) buffer To { float to[]; };
layout(binding = 0) uniform sampler2D tex;
vec2 place(vec2 at, float scale) { return (at + 0.5) * scale / 8.0; }
void main() {
    vec2 at = vec2(AT);
    float curved = at.x * at.x + 10.0 * at.y * at.y + 100.0 * at.x * at.y;
    vec2 flat_ = vec2(3.0 * at.x - 5.0 * at.y, at.y);
    uint n = gl_LocalInvocationIndex * 24u;
    // Levels 0 to 3, by the distance of the coordinates.
    to[n++] = texture(tex, place(at, 1.0)).x;
    to[n++] = texture(tex, place(at, 2.0)).x;
    to[n++] = texture(tex, place(at, 4.0)).x;
    to[n++] = texture(tex, place(at, 8.0)).x;
    // A bias is added to the level.
    to[n++] = texture(tex, place(at, 4.0), -1.0).x;
    to[n++] = texture(tex, place(at, 1.0), 2.0).x;
    to[n++] = textureProj(tex, vec3(place(at, 2.0) * 3.0, 3.0)).x;
    to[n++] = textureProj(tex, vec3(place(at, 2.0) * 3.0, 3.0), 1.0).x;
    to[n++] = textureOffset(tex, place(at, 2.0), ivec2(1, 0)).x;
    to[n++] = textureOffset(tex, place(at, 2.0), ivec2(0, 1), -1.0).x;
    vec2 one = textureQueryLod(tex, place(at, 4.0)), other = textureQueryLod(tex, place(at, 2.0));
    to[n++] = one.x;
    to[n++] = one.y;
    to[n++] = other.x;
    to[n++] = other.y;
    to[n++] = dFdxFine(curved);
    to[n++] = dFdyFine(curved);
    to[n++] = fwidthFine(curved);
    to[n++] = dFdx(flat_).x;
    to[n++] = dFdy(flat_).x;
    to[n++] = dFdy(flat_).y;
    to[n++] = dFdxCoarse(flat_.x);
    to[n++] = dFdyCoarse(flat_.x);
    to[n++] = fwidth(flat_.x);
    to[n] = fwidthCoarse(flat_).x;
}
