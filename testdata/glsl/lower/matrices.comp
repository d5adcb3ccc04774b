#version 450
// Operators, constructors and functions of matrices; dynamic columns live in memory.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { mat2 a; mat2x3 b; vec2 v; vec3 w; int k; float d; };
void main() {
    mat2 c = a * a + 2.0 * mat2(d);
    v = a * v + w * b;
    w = b * v - mat3(a)[k];
    mat2 e = mat2(v, c[1]);
    e[k][1] = determinant(a);
    a = inverse(c) - matrixCompMult(e, c);
    b = outerProduct(w, v);
    d = a == c ? 1.0 : a[0][1];
    c *= a;
    a[0] = c[1].yx;
}
