#version 460
layout(local_size_x = 1) in;
void main() {
    vec4 v4 = vec4(0);
    vec2 v2 = vec2(0);
    float s = 0.0;
    v4.xgba;
    v4.xyzwxy;
    (v4.xyzwxy).xy;
    v2.z;
    v2.q;
    s.y;
    s.xx.z;
    v4.xx = vec2(3.0, 4.0);
    v4.xy = vec3(1.0, 2.0, 3.0);
    v4.zyz += vec3(1);
    v4.foo;
    v4.length;
    v4.xy.xx++;
    mat2(1).x;
    v4[4] = 1.0;
    v2[-1];
    v2[1.0];
    v2[true];
    mat2x3(1)[2];
    mat2x3(1)[1][3];
}
