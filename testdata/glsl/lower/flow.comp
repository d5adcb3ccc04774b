#version 450
// Loops, switches and jumps out of them.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer B { int list[]; };
int classify(int n) {
    int r = 0;
    switch (n) {
    case 0: return 1;
    case 1:
    case 2: r += n;
    default: r += 10; break;
    case 7: r = 70;
    }
    return r;
}
void main() {
    int sum = 0;
    for (int k = 0; k < list.length(); ++k) {
        if (list[k] < 0) continue;
        if (sum > 1000) break;
        sum += classify(list[k]);
    }
    int n = sum;
    do {
        n >>= 1;
        if ((n & 1) == 0) continue;
        sum ^= n;
    } while (n > 0);
    do sum += 3; while (sum < 50);
    while (bool odd = (sum & 1) != 0) {
        sum = 3 * sum + 1;
        if (odd && sum > 9999) return;
    }
    list[gl_LocalInvocationIndex] = sum;
}
