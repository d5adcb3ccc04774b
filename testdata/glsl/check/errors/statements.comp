#version 460
layout(local_size_x = 1) in;
void main() {
    int x = 1;
    break;
    continue;
    case 3: ;
    switch (x) {
        x = 2;
    case 1:
    case 1:
        if (x == 1) { case 4: ; }
        continue;
    default:
    default:
        break;
    }
    switch (1.0) { }
    switch (x) { case 1.0: case true: break; }
    discard;
    [[unroll]] for (;;) { break; }
    while (int n = x) { }
}
