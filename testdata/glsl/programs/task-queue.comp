#version 450
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 64) in;
struct Task { uint kind; uint args[3]; };
layout(set = 0, binding = 0, std430) coherent buffer Queue { uint head; uint tail; uint running; uint pad; Task tasks[]; } queue;
layout(set = 0, binding = 1, std430) buffer Results { uint results[]; };
const uint DONE = 0u, SPLIT = 1u, LEAF = 2u;
shared Task current;
shared bool active_group;
void push(Task t) {
    uint slot = atomicAdd(queue.tail, 1u);
    queue.tasks[slot & 1023u] = t;
    memoryBarrierBuffer();
}
bool pop(out Task t) {
    uint h = queue.head;
    for (int tries = 0; tries < 16; ++tries) {
        if (h == queue.tail) return false;
        uint seen = atomicCompSwap(queue.head, h, h + 1u);
        if (seen == h) { t = queue.tasks[h & 1023u]; return true; }
        h = seen;
    }
    return false;
}
void main() {
    for (int round = 0; round < 100; ++round) {
        if (gl_LocalInvocationIndex == 0u) active_group = pop(current);
        barrier();
        if (!active_group) break;
        Task t = current;
        switch (t.kind) {
        case DONE: break;
        case SPLIT:
            if (gl_LocalInvocationIndex < 2u) push(Task(t.args[2] == 0u ? LEAF : SPLIT, uint[3](t.args[0] * 2u + gl_LocalInvocationIndex, t.args[1], t.args[2] - 1u)));
            break;
        case LEAF:
            atomicAdd(results[t.args[0] & 255u], t.args[1] ^ gl_LocalInvocationIndex);
        default:
            break;
        }
        barrier();
    }
}
