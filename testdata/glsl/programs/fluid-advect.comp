#version 430 core
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 0) uniform sampler3D velocity;
layout(binding = 1) uniform sampler3D quantity;
layout(rgba16f, binding = 0) writeonly restrict uniform image3D next_quantity;
layout(r32ui, binding = 1) coherent volatile uniform uimage3D visits;
layout(r32i, binding = 2) uniform iimageBuffer log_;
uniform float dt = 1.0 / 60.0;
uniform vec3 cell;
void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID);
    ivec3 size = imageSize(next_quantity);
    if (any(greaterThanEqual(at, size))) return;
    vec3 p = (vec3(at) + 0.5) / vec3(size);
    vec3 k1 = textureLod(velocity, p, 0.0).xyz;
    vec3 k2 = textureLod(velocity, p - 0.5 * dt * k1 * cell, 0.0).xyz;
    vec4 value = textureLod(quantity, p - dt * k2 * cell, 0.0);
    imageStore(next_quantity, at, value);
    uint n = imageAtomicAdd(visits, at, 1u);
    imageAtomicExchange(log_, int(n % 16u), imageSize(log_));
    memoryBarrierImage();
    if (isnan(value.x) || isinf(value.y)) imageAtomicCompSwap(visits, at, n, ~0u);
}
