#version 460
#extension GL_NV_shader_buffer_load : require
uniform float *p, *wrong;
uniform vec4 **table;
struct Node { Node *next; float values[4]; };
float *f(const Node *n) { return &n->values[2]; }
void main() {
    float *q = p;
    Node *n = (Node *) address;
    *q; **table; -*q * *q; (*n).values; n->next->values[1]; n->x - -1;
    a * b;
    a * b = c;
    a * b + c;
    a * b[2];
    a * f(c);
    vec3 v = (vec3) 1.0, w = (vec3)(1.0, 2.0), x = (float) -1.0;
    (a) - b; (a) * b; (a)[1]; (a).x; (a)(b); (T *) *q; (T *) -1;
    &a & &b;
    q++; ++q; q += 1; q[1]; q == (void *) r;
    for (float *r = p; r != q; ++r) {}
}
