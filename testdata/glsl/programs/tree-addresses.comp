#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// A search tree whose nodes lie anywhere; the walk keeps references on a stack.
layout(local_size_x = 64) in;
layout(buffer_reference, scalar) buffer Tree;
layout(buffer_reference, scalar) readonly buffer Keys { uint64_t keys[]; };
struct Payload { uvec2 counts; vec3 box[2]; };
layout(buffer_reference, scalar) buffer Tree { Tree child[2]; uint64_t key; Payload payload; Keys extra; uint extra_count; };
layout(set = 0, binding = 0, scalar) uniform Frame { Tree root; Keys wanted; } frame;
layout(set = 0, binding = 1, scalar) buffer Found { Tree found[]; };
bool null(Tree t) { return uint64_t(t) == 0; }
Tree search(Tree t, uint64_t key) {
    while (!null(t)) {
        if (key == t.key) return t;
        t = t.child[key < t.key ? 0 : 1];
    }
    return t;
}
uint64_t total(Tree t) {
    Tree stack[24];
    int top = 0;
    stack[top++] = t;
    uint64_t sum = 0;
    while (top > 0) {
        t = stack[--top];
        if (null(t)) continue;
        for (uint i = 0; i < t.extra_count; ++i) sum += t.extra.keys[i];
        if (top < 22) { stack[top++] = t.child[0]; stack[top++] = t.child[1]; }
    }
    return sum;
}
void main() {
    uint i = gl_GlobalInvocationID.x;
    Tree t = search(frame.root, frame.wanted.keys[i]);
    found[i] = t;
    if (!null(t)) { t.payload.box[1].y = float(total(t)); t.payload.counts.y += 1; atomicAdd(t.extra_count, 0); }
}
