#version 430
layout(local_size_x = 64) in;
struct Body { dvec3 r; double m; dvec3 v; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std140, binding = 0) uniform Step { double dt; double softening; dmat3 frame; uint steps; };
dvec3 acceleration(uint i, dvec3 r) {
    dvec3 a = dvec3(0.0LF);
    for (uint j = 0u; j < uint(bodies.length()); ++j) {
        if (j == i) continue;
        dvec3 d = bodies[j].r - r;
        double q = inversesqrt(dot(d, d) + softening * softening);
        a += bodies[j].m * q * q * q * d;
    }
    return frame * a;
}
void main() {
    uint i = gl_GlobalInvocationID.x;
    Body b = bodies[i];
    for (uint s = 0u; s < steps; ++s) {
        b.v += 0.5lf * dt * acceleration(i, b.r);
        b.r = fma(b.v, dvec3(dt), b.r);
        b.v += 0.5lf * dt * acceleration(i, b.r);
    }
    int e;
    double f = frexp(length(b.r), e);
    b.m = ldexp(f, e) + packDouble2x32(unpackDouble2x32(1.0)) - 1.0;
    bodies[i] = b;
}
