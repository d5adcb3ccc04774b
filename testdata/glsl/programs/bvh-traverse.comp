#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_null_initializer : enable
#extension GL_EXT_control_flow_attributes : enable
layout(local_size_x = 64) in;
struct Node { vec3 low; int left; vec3 high; int count; };
struct Triangle { vec3 v[3]; };
struct Ray { vec3 origin; float far_t; vec3 dir; uint id; };
struct Hit { float t, u, v; int triangle; };
layout(scalar, set = 0, binding = 0) readonly buffer Nodes { Node nodes[]; };
layout(scalar, set = 0, binding = 1) readonly buffer Triangles { Triangle triangles[]; };
layout(scalar, set = 0, binding = 2) readonly buffer Rays { Ray rays[]; };
layout(scalar, set = 0, binding = 3) writeonly buffer Hits { Hit hits[]; };
bool slab(Node n, vec3 o, vec3 inv, float limit) {
    vec3 a = (n.low - o) * inv, b = (n.high - o) * inv;
    vec3 lo = min(a, b), hi = max(a, b);
    float near = max(max(lo.x, lo.y), max(lo.z, 0.0)), far = min(min(hi.x, hi.y), min(hi.z, limit));
    return near <= far;
}
bool intersect(const in Triangle t, const in Ray r, inout Hit h, int index) {
    vec3 e1 = t.v[1] - t.v[0], e2 = t.v[2] - t.v[0], p = cross(r.dir, e2);
    float det = dot(e1, p);
    if (abs(det) < 1e-8) return false;
    vec3 s = r.origin - t.v[0], q = cross(s, e1);
    vec3 uvt = vec3(dot(s, p), dot(r.dir, q), dot(e2, q)) / det;
    if (uvt.x < 0 || uvt.y < 0 || uvt.x + uvt.y > 1 || uvt.z <= 0 || uvt.z >= h.t) return false;
    h = Hit(uvt.z, uvt.x, uvt.y, index);
    return true;
}
void main() {
    Ray r = rays[gl_GlobalInvocationID.x];
    Hit best = { r.far_t, 0.0, 0.0, -1 };
    int stack[32] = { }, top = 0;
    vec3 inv = 1.0 / r.dir;
    [[dont_unroll]] while (top >= 0) {
        int at = stack[top--];
        Node n = nodes[at];
        if (!slab(n, r.origin, inv, best.t)) continue;
        if (n.count > 0) {
            for (int i = 0; i < n.count; ++i) intersect(triangles[n.left + i], r, best, n.left + i);
        } else if (top + 2 < stack.length()) {
            bool swap = r.dir[n.count & 3 & ~3] < 0.0;
            stack[++top] = n.left + int(swap);
            stack[++top] = n.left + int(!swap);
        }
    }
    hits[r.id] = best;
}
