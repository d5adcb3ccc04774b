#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform writeonly image2D frame;
layout(push_constant) uniform Camera { mat4 inverse_view; vec2 tan_half_fov; float time; int max_steps; } camera;
struct Ray { vec3 from, along; };
struct Hit { float t; int material; vec3 normal; };
const Hit MISS = Hit(-1.0, -1, vec3(0));
mat2 turn(float a) { float s = sin(a), c = cos(a); return mat2(c, -s, s, c); }
float box(vec3 p, vec3 b) { vec3 q = abs(p) - b; return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0); }
float smin(float a, float b, float k) { float h = clamp(0.5 + 0.5 * (b - a) / k, 0., 1.); return mix(b, a, h) - k * h * (1.0 - h); }
vec2 scene(vec3 p) {
    p.xz *= turn(camera.time * .3);
    vec3 c = mod(p + 2.0, 4.0) - 2.0;
    float d = smin(box(c, vec3(.5)), length(c - vec3(0, .6, 0)) - 0.4, 0.2);
    float ground = p.y + 1.0;
    return d < ground ? vec2(d, 1.0) : vec2(ground, 2.0);
}
vec3 normal_at(vec3 p) {
    const vec2 e = vec2(1, -1) * 0.5773 * 5e-4;
    return normalize(e.xyy * scene(p + e.xyy).x + e.yyx * scene(p + e.yyx).x + e.yxy * scene(p + e.yxy).x + e.xxx * scene(p + e.xxx).x);
}
Hit march(Ray r) {
    float t = 0.0;
    for (int i = 0; i < camera.max_steps; i++) {
        vec2 s = scene(r.from + t * r.along);
        if (s.x < 1e-3 * t) return Hit(t, int(s.y), normal_at(r.from + r.along * t));
        if ((t += s.x) > 50.0) break;
    }
    return MISS;
}
void main() {
    ivec2 size = imageSize(frame), p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, size))) return;
    vec2 ndc = (vec2(p) + .5) / vec2(size) * 2. - 1.;
    Ray r;
    r.from = (camera.inverse_view * vec4(0, 0, 0, 1)).xyz;
    r.along = normalize(mat3(camera.inverse_view) * vec3(ndc * camera.tan_half_fov, -1));
    Hit h = march(r);
    vec3 color = vec3(.4, .6, .9) - .3 * r.along.y;
    if (h != MISS) {
        switch (h.material) {
        case 1: color = vec3(.8, .3, .2); break;
        case 2: { vec2 q = floor((r.from + h.t * r.along).xz); color = vec3(mod(q.x + q.y, 2.0) * .5 + .25); } break;
        default: color = vec3(1, 0, 1);
        }
        color *= max(0., dot(h.normal, normalize(vec3(1, 2, 3)))) + reflect(r.along, h.normal).y * .1 + .1;
    }
    imageStore(frame, p, vec4(pow(color, vec3(1. / 2.2)), 1));
}
