#version 460
// Calls that are undefined, or depend on specialization constants or on more than their arguments, are not constant.
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 1) in;
layout(constant_id = 0) const int SPEC = 1;
int a[bitfieldExtract(7, 30, 4)];
int b[bitfieldInsert(7, 1, -1, 2)];
int c[int(inverse(mat2(0))[0].x)];
int d[abs(SPEC)];
int e[int(subgroupBallot(true).x)];
int f[int(mod(1., float(SPEC)))];
int zero[int(mod(3., 3.))];
void main() {}
