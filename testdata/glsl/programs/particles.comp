#version 430 core
layout(local_size_x = 128, local_size_y = 1, local_size_z = 1) in;

struct Particle {
    vec3 position; float life;
    vec3 velocity; float mass;
    uint kind;
    mat3x2 frame;
};
struct Emitter { vec4 origin_radius; vec4 color[2]; int rate; bool enabled; };

layout(std140, binding = 0) uniform Globals {
    mat4 world;
    vec4 gravity_dt;
    Emitter emitters[4];
    ivec2 seed;
};
layout(std430, binding = 1) buffer Particles { Particle particles[]; };
layout(std430, binding = 2) buffer Dead { int dead_count; uint dead[]; };
layout(binding = 0, offset = 0) uniform atomic_uint alive;
layout(binding = 0, offset = 4) uniform atomic_uint born;

uint hash(uint x) {
    x ^= x >> 16; x *= 0x7feb352dU;
    x ^= x >> 15; x *= 0x846ca68bU;
    return x ^ (x >> 16);
}
float rand(inout uint state) { state = hash(state); return float(state) * (1.0 / 4294967296.0); }

void spawn(out Particle p, in Emitter e, inout uint state) {
    p.position = e.origin_radius.xyz + e.origin_radius.w * (vec3(rand(state), rand(state), rand(state)) * 2.0 - 1.0);
    p.velocity = vec3(0.0);
    p.life = 1.0 + rand(state);
    p.mass = 1.0;
    p.kind = uint(e.rate) & 3u;
    p.frame = mat3x2(1.0);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= particles.length()) return;
    uint state = i * 747796405u + uint(seed.x);
    Particle p = particles[i];
    float dt = gravity_dt.w;
    if (p.life <= 0.0) {
        int e = int(i % 4u);
        if (emitters[e].enabled && atomicAdd(dead_count, -1) > 0) {
            spawn(p, emitters[e], state);
            atomicCounterIncrement(born);
        } else {
            atomicAdd(dead_count, 1);
        }
    } else {
        p.velocity += gravity_dt.xyz * dt;
        vec4 moved = world * vec4(p.position + p.velocity * dt, 1.0);
        p.position = moved.xyz / moved.w;
        p.frame[1].y += dt;
        p.life -= dt;
        if (p.life <= 0.0) {
            int slot = atomicAdd(dead_count, 1);
            dead[slot] = i;
        } else atomicCounterIncrement(alive);
    }
    particles[i] = p;
    particles[i].velocity.zx *= 0.999;
}
