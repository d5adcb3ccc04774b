#version 430
layout(local_size_x = 1) in;
struct A { float x; vec3 y; mat2 z[2]; };
struct B { A a[2]; bvec4 flags; int n; };
struct C { B b; A direct; double d; };
layout(std140, binding = 0) uniform U { C c[2]; B b; };
layout(std430, binding = 1) buffer S { C out_c; B list[]; };
layout(shared, binding = 2) buffer Default { A plain; };
layout(packed) buffer;
layout(binding = 3) buffer Packed { float p; };
shared C group[2];
C make(A a, const B b) { C c = C(b, a, 1.0LF); c.b.a[1] = a; return c; }
void swap(inout A a, inout A b) { A t = a; a = b; b = t; }
B pick(bool first) { return first ? b : c[1].b; }
A[2] both(C c) { return c.b.a; }
void main() {
    C local = make(c[0].direct, pick(gl_NumWorkGroups.x > 1u));
    swap(local.direct, local.b.a[local.b.n & 1]);
    local.b.flags.zw = not(local.b.flags.xy);
    group[0] = local; group[1] = c[gl_WorkGroupID.x & 1u];
    barrier();
    A pair[2] = both(group[1]);
    pair[0].z[1][0].y += pair[1].z[0][1][1];
    local.b.a = pair;
    out_c = local;
    list[3].a[1].z[1] = pair[0].z[1] * 2.0;
    list[list.length() - 1] = local.b;
    if (local.b.a == pair && local.direct != pair[1]) plain = pair[0];
    p = local.b.a.length() + float(local == group[0]);
}
