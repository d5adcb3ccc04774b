#version 460
// At a `return`, NVIDIA's compiler runs the step of every enclosing `for` loop once more, innermost first.
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { int v[]; };
layout(std430, binding = 1) writeonly buffer Out { int o[]; };

struct Cursor { int at; int rounds; };
int global_at;
int next;

void put(int value) { o[gl_LocalInvocationIndex * 32u + uint(next++)] = value; }

bool out_parameter(int x, int n, out int w) {
    for (w = 0; w < n; ++w)
        if (v[w] >= x)
            return true;
    w = -1;
    return false;
}

bool global_variable(int x, int n) {
    for (global_at = 0; global_at < n; ++global_at)
        if (v[global_at] >= x)
            return true;
    return false;
}

bool nested(int x, int n, out int a, out int b) {
    b = 7;
    for (a = 0; a < n; ++a)
        for (b = 0; b < 4; ++b)
            if (v[a * 4 + b] >= x)
                return true;
    return false;
}

// The condition is not evaluated again.
bool effect_of_condition(int x, int n, inout int c) {
    for (int k = 0; ++c < n + 3; ++k)
        if (v[k] >= x)
            return true;
    return false;
}

// `while` and `do` loops have no step.
bool while_loop(int x, int n, out int w) {
    w = 0;
    while (w < n) {
        if (v[w] >= x)
            return true;
        ++w;
    }
    return false;
}

bool do_loop(int x, int n, out int w) {
    w = 0;
    do {
        if (v[w] >= x)
            return true;
        ++w;
    } while (w < n);
    return false;
}

int through_switch(int x, int n, out int w) {
    for (w = 0; w < n; ++w) {
        switch (v[w]) {
        case 1: return 10;
        case 5: return 20;
        case 7: break;
        default: continue;
        }
    }
    return w;
}

// The returned value is computed before the steps.
int value_first(int x, int n, out int w) {
    for (w = 0; w < n; ++w)
        if (v[w] >= x)
            return w * 10;
    return -1;
}

bool caller(int x, int n, out int w, out int c) {
    w = 50;
    for (c = 0; c < 3; ++c)
        if (out_parameter(x + c, n, w))
            return true;
    return false;
}

bool two_steps(int x, int n, out int w, inout int s) {
    for (w = 0; w < n; ++w, s += w)
        if (v[w] >= x)
            return true;
    return false;
}

bool member(int x, int n, inout Cursor s) {
    for (s.at = 0; s.at < n; ++s.at, s.rounds += 2)
        if (v[s.at] >= x)
            return true;
    return false;
}

void main() {
    int i = int(gl_LocalInvocationIndex);
    int x = v[i], n = v[32 + i], w, a, b, c = 0, s = 100;
    Cursor cursor = Cursor(0, 0);
    next = 0;
    put(int(out_parameter(x, n, w)));
    put(w);
    put(int(global_variable(x, n)));
    put(global_at);
    put(int(nested(x, n, a, b)));
    put(a);
    put(b);
    put(int(effect_of_condition(x, n, c)));
    put(c);
    put(int(while_loop(x, n, w)));
    put(w);
    put(int(do_loop(x, n, w)));
    put(w);
    put(through_switch(x, n, w));
    put(w);
    put(value_first(x, n, w));
    put(w);
    put(int(caller(x, n, w, c)));
    put(w);
    put(c);
    put(int(two_steps(x, n, w, s)));
    put(w);
    put(s);
    put(int(member(x, n, cursor)));
    put(cursor.at);
    put(cursor.rounds);
    for (w = 0; w < n; put(++w)) {
        if (v[w] >= x)
            return;
        --next;
    }
    next = 31;
    put(w);
}
