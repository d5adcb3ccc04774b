#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_scalar_block_layout : require
// Push constants with a matrix, a list of references, structs by two rules, blocks in an array.
layout(local_size_x = 64) in;

struct Particle { vec3 position; float mass; mat3 frame; bool alive; };

layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node {
    Node next;
    Particle particle;
};

layout(push_constant) uniform Push {
    layout(row_major) mat2x3 turn;
    Node list;
    ivec2 size;
} push;

layout(std140, set = 1, binding = 4) uniform Scene { Particle first; vec2 weights[3]; } scene;
layout(std430, set = 1, binding = 5) readonly buffer Chunk { uint used; Particle all[]; } chunks[2];
layout(scalar, set = 1, binding = 6) writeonly buffer Packed { float lead; vec3 rest[]; } result;

void main() {
    uint i = gl_GlobalInvocationID.x;
    Particle p = push.list.next.particle;
    vec3 moved = p.frame * (chunks[1].all[i].position + chunks[0].all[i].position);
    vec3 turned = push.turn * vec2(push.size);
    if (p.alive) result.rest[i] = moved + turned + scene.first.position * scene.weights[1].y;
    result.lead = float(chunks[0].used);
}
