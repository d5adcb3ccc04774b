#version 460
void main() {
    int i, j = 2, k[3];
    const highp float f = 1.0;
    ;
    {}
    if (i < 3) i = 1; else if (j > 2) { j--; } else k[0]++;
    if (a) if (b) c; else d;
    for (int i = 0, n = 3; i < n; ++i) continue;
    for (;;) break;
    for (i = 0; bool more = next(); i++, j--) {}
    while (int left = i--) { }
    while (true);
    do i += 2; while (i < 10);
    do { } while (false);
    switch (i + 1) {
    case 0: case 1 + 2:
        i = 3;
        break;
    default: { return; }
    case -1:
    }
    [[unroll]] for (int i = 0; i < 4; i++) { }
    [[dont_unroll, dependency_length(4)]] while (i > 0) { }
    [[flatten]] if (i == 0) { }
    [[branch]] [[x]] switch (i) { }
    precise i;
    precision lowp int;
    struct Local { int a; } local = Local(1), more[2];
    Local[2] pair = Local[](Local(1), Local(2));
    layout(row_major) mat4 m;
    discard;
    return;
    return i, j;
}
