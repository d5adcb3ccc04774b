#version 460
#extension GL_EXT_control_flow_attributes : require
// run: --dispatch 1 --storage 0=zeros:64 --dump 0=i32
// Structs with an array that is indexed dynamically: their other members, copies, `inout` parameters, loops and joins.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer To { int to[16]; };
struct Stack { int values[4]; int top; ivec2 seen; };
struct Pair { Stack left; Stack right; };
void push(inout Stack s, int value) {
    s.values[s.top & 3] = value;
    s.top++;
    s.seen.y = value;
}
int pop(inout Stack s) {
    if (s.top == 0) return -1;
    --s.top;
    s.seen.x += 1;
    return s.values[s.top & 3];
}
void main() {
    Stack s;
    s.top = 0;
    s.seen = ivec2(0, 0);
    for (int i = 0; i < 4; ++i) s.values[i] = 10 * i;
    for (int i = 0; i < 6; ++i) {
        if (i == 3) push(s, pop(s) + 100);
        else push(s, i);
    }
    to[0] = s.top;
    to[1] = s.seen.x * 1000 + s.seen.y;
    to[2] = s.values[to[0] & 3];
    Stack copy = s;
    s.top = 1;
    s.values[0] = 77;
    to[3] = copy.top;
    to[4] = copy.values[0];
    Pair pair = Pair(s, copy);
    push(pair.right, 9);
    to[5] = pop(pair.left);
    to[6] = pop(pair.right);
    to[7] = pop(pair.right) + pop(pair.left);
    Pair swapped = Pair(pair.right, pair.left);
    swapped.left = swapped.right;
    to[8] = swapped.left.seen.x + swapped.right.seen.y + swapped.left.top;
    ivec3 rows[3];
    [[unroll]] for (int i = 0; i < 3; ++i) {
        rows[i].x = i;
        rows[i].yz = ivec2(2 * i, 3 * i);
    }
    [[unroll]] for (int i = 1; i < 3; ++i) rows[i] += rows[i - 1];
    to[9] = rows[2].x * 100 + rows[2].y * 10 + rows[2].z;
    int last = 0;
    for (int i = 0; i < 5; ++i) {
        Stack fresh;
        if (i == 0) fresh.top = 40;
        switch (i) {
        case 1: fresh.top = 1;
        case 2: fresh.top = 2; break;
        default: fresh.top = i + 5;
        }
        last = last * 3 + fresh.top;
    }
    to[10] = last;
}
