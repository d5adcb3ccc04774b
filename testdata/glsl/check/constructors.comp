#version 460
// Every form of constructor.
layout(local_size_x = 1) in;
struct P { vec2 at; int n[2]; };
layout(std430, binding = 0) buffer B { vec4 v; mat3 m; float f; int i; };
void main() {
    vec3 splat = vec3(f);
    vec4 joined = vec4(v.xy, f, i);
    vec2 cut = vec2(v);
    float first = float(v);
    float corner = float(m);
    mat3 diagonal = mat3(f);
    mat2 smaller = mat2(m);
    mat4x3 larger = mat4x3(m);
    mat2 parts = mat2(v.xy, f, 1.0);
    vec4 flat4 = vec4(parts);
    ivec2 truncated = ivec2(v.zw);
    bvec3 truth = bvec3(splat);
    P p = P(cut, int[2](i, 3));
    P listed = { { f, 1.0 }, { 1, i } };
    float sizes[] = { f, 2.0, 3.0 };
    int nested[2][] = int[][](int[](1, 2, 3), int[](4, 5, i));
    mat2 columns = { { 1.0, f }, v.xy };
    v = vec4(splat.x, p.at, listed.at.y) + flat4 + diagonal[0].xyzz + float(sizes.length() + nested[1].length());
    f = first + corner + smaller[1][1] + larger[3].z + columns[0].y + float(truth.x) + truncated.x + joined.w;
}
