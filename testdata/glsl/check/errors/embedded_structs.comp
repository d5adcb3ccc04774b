#version 460
layout(local_size_x = 1) in;
struct Outer { struct Inner { int a; } inner; };
struct Other { struct { int a; } nameless; int b; };
layout(binding = 0) buffer Block { struct Member { int a; } member; };
const int constant_result() { return 1; }
void main() {
    for (int i = 0; i < 3; ++i) { int i = 2; }
    while (bool again = false) { int again; }
    for (int i = 0; i < 3; ++i) for (int i = 0; i < 3; ++i) { }
    if (true) { int i; }
    switch (1) { case 0: break; case 1: }
    switch (1) { default: }
    float converted = (float)1;
    int not_a_cast = (int(2));
}
