#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer R { float r[]; };
// The names of matrix types are keywords only with their extensions.
void main() {
    int fcoopmatNV = 1, coopmat = 3;
    r[0] = fcoopmatNV < 2 ? 1.0 : 0.0;
    for (int i = 0; coopmat < 4 && i > 2; ++i) r[1] = 2.0;
}
