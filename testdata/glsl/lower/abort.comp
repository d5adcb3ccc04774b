#version 460
#extension GL_EXT_abort : require
// Aborts with a text, with values, with both; what follows is not reached.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { vec4 a[4]; int b; };
int checked(int x) {
    if (x > 3) { abortEXT("too large: %d", x); }
    return x + 1;
}
void main() {
    for (int i = 0; i < 5; i++) {
        if (checked(i) == b) abortEXT("equal\n", a[1], i, i > 2);
    }
    switch (b) {
        case 2: abortEXT(b);
        case 3: abortEXT(); break;
        default: break;
    }
    a[0].x = 1.0;
}
