#version 430
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { uint seed[32]; int result[]; };
int collatz(uint n) { int s = 0; while (n != 1u && s < 1000) { n = (n & 1u) == 0u ? n >> 1 : 3u * n + 1u; s++; } return s; }
int find(uint key) {
    int lo = 0, hi = 31;
    do {
        int mid = (lo + hi) / 2;
        if (seed[mid] == key) return mid;
        if (seed[mid] < key) { lo = mid + 1; continue; }
        hi = mid - 1;
    } while (lo <= hi);
    return -1;
}
int states(uint word) {
    int state = 0, count = 0;
    for (int bit = 0; bit < 32; bit++) {
        switch (state) {
        case 0: if ((word & 1u) != 0u) { state = 1; } else { state = 2; }
        case 5: count++; break;
        case 1: { for (int j = 0; j < 3; ++j) { if (j == 2) break; if (word == 0u) continue; count += j; } state = 3; continue; }
        case 2: case 3:
            if (count > 20) return count;
            state = (word >> 1 & 1u) == 1u ? 4 : 0;
            break;
        case 4: switch (count & 1) { case 0: state = 5; break; default: state = 0; } break;
        default: count = -1; break;
        }
        word >>= 1;
    }
    return count;
}
void main() {
    uint s = seed[gl_LocalInvocationIndex];
    int r = collatz((s & 0xFFFu) + 1u);
    for (int i = 0, j = 10; i < j; i += 2, --j) {
        for (;;) { if (r % 7 == i) break; r++; if (r > 5000) return; }
        if ((r & 4) != 0) continue;
        while (true) { r -= 3; if (r < 0 || (r & 1) == 0) break; else continue; }
    }
    result[gl_GlobalInvocationID.x] = r + find(s) * 10 + states(s);
}
