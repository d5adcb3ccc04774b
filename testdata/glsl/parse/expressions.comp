#version 460
void main() {
    a = b = c + d;
    a += b -= c *= d /= e %= f;
    a <<= 1; a >>= 1; a &= 1; a |= 1; a ^= 1;
    a || b ^^ c && d | e ^ f & g == h < i << j + k * l;
    a * b + c << d > e != f & g ^ h | i && j ^^ k || l;
    a - b - c; a / b / c; a << b >> c; a < b == c > d;
    a ? b : c ? d : e;
    a ? b, c : d = e;
    a, b, c;
    -a; +a; !a; ~a; ++a; --a; a++; a--; -a++; - -a; !!a; -a.x;
    a.b.c[1].d++; a[b[c[0]]]; a.length(); a[1].length() - 1;
    f(); f(void); f(a, b, (c, d)); vec4(1).xyz; g(f(1)(2));
}
void more() {
    float[3](1., 2., 3.)[1]; float[](1.).length(); S[2][3](s, t);
    (a + b) * c; (((a)));
    true; false; 1u; 0x10; 2.5hf; 3l; "text";
    nonuniformEXT(i); image[nonuniformEXT(i)];
    nonprivate(1);
}
