#version 460
// Every kind of token.
int a = 0, b = 017, c = 0xFfU, d = 1u;
int64_t e = 5l + 0x7L; uint64_t f = 6ul + 7UL; int16_t g = 8s; uint16_t h = 9us;
float i = 1., j = .5, k = 1e3, l = 1.5e-3f, m = 2F, n = 1E+2;
double o = 1.0lf, p = 2.LF; float16_t q = 1.0hf, r = .5HF;
void main() {
    a <<= 1; a >>= 1; a += 1; a -= 1; a *= 1; a /= 1; a %= 1; a &= 1; a |= 1; a ^= 1;
    bool t = a << 1 >= b >> 2 && a <= b || a != b ^^ a == b;
    a = ~a ^ b | c & d; a++; --a; t = !t ? a < b : a > b;
    debugPrintfEXT("a \"string\" // no comment \n", 1);
    flo\
at sp\
lit = 1\
2; spli\
t +\
= 0\
x1F;
    // a comment that goes on \
    and on
    a = 0xe+1;
}
