#version 460
// What needs the extension says so; without it, the name of the type is free.
layout(local_size_x = 32) in;
layout(binding = 0) buffer B { float numbers[]; };
int coopvecNV(int x) { return x; }
coopvecNV<float, 4> global;
void main() {
    int x = gl_ComponentTypeFloat16NV + gl_CooperativeVectorMatrixLayoutRowMajorNV;
    coopVecLoadNV(x, numbers, 0);
}
