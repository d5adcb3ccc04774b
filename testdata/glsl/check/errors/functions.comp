#version 460
layout(local_size_x = 1) in;
int a(int n) { return b(n); }
int declared(int n);
int undefined(int n);
int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int self(int n) { return self(n); }
int declared(int n) { return 1; }
int declared(int n) { return 2; }
float declared(int n);
int declared(out int n);
int global;
int global() { return 1; }
void nothing() { return 1; }
int something() { return; }
int wrong() { return vec2(1.0); }
void empty() { return nothing(); }
void same(int x, int x) { }
void unsized(int x[]) { }
void main(int x) { undefined(x); }
