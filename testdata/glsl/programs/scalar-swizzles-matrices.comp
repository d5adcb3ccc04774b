#version 450
layout(local_size_x = 1) in;
layout(std140, row_major, binding = 0) uniform M {
    mat4 a; layout(column_major) mat3x4 b; mat2 c[2];
    dmat4x2 d;
};
layout(std430, binding = 1) buffer R { mat4 r; layout(row_major) mat3 q[]; };
void main() {
    mat4 t = transpose(a) * inverse(a) + outerProduct(b[0], b[2]);
    t[0] = b * vec3(1), t[1].xyz = vec4(1) * b;
    t -= matrixCompMult(t, t); t /= 2.0; t++; t = -t;
    t *= a;
    mat3 n = mat3(t), z = mat3(c[0]), i = mat3(2.0);
    n[2] += cross(n[0], n[1]); n[1][2] = determinant(n) + determinant(c[1]);
    mat2x4 l = mat4x2(t[0], t[1]) != mat4x2(1) ? mat2x4(t) : mat2x4(mat4(n));
    r = t + mat4(l * c[0]); r[3] = vec4(l[0].w, d[0], 1);
    q[1] = n * z + i;
    q[gl_LocalInvocationID.x][2].zx = q[0][1].xy;
    bool same = n == z && c[0] == mat2(1, 0, 0, 1);
    r[int(same)][1] = float(same);
}
