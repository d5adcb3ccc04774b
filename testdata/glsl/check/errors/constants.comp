#version 460
layout(local_size_x = 1) in;
layout(constant_id = 1) const int n = 4;
layout(constant_id = 1) const int again = 4;
layout(constant_id = 2) const vec2 vector = vec2(0.0);
layout(constant_id = 3) const int without;
layout(constant_id = 4) const int of_another = n;
layout(constant_id = 5) int not_const = 1;
const int zero = 1 / 0;
const ivec2 modulo = ivec2(4, 5) % ivec2(2, 0);
const int missing;
int global;
const int from_variable = global + 1;
int zero_sized[0];
int negative[-3];
int from_float[2.0];
int from_global[global];
layout(binding = n) buffer B { int b; };
const float fine = 1.0 / 0.0;
int huge[0x7fffffff];
int nested[65536][65536];
void main() {
    int i = 3;
    int a[i];
    const int late = i;
    int c[late];
    int big = 4294967296;
    switch (i) { case i: break; case n: break; }
    late = 4;
    fine = 2.0;
    n = 3;
}
