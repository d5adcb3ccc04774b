#version 460
#extension GL_EXT_debug_printf : require
layout(local_size_x = 1) in;
struct Pair { int a, b; };
void take(int a) {}
void main() {
    Pair pair;
    "alone";
    ("in parentheses");
    1, "behind a comma";
    true ? "this" : "that";
    "left" == "right";
    int("constructed");
    take("an argument");
    if ("a condition") {}
    for ("a step";;) break;
    debugPrintfEXT("%s", "text");
    debugPrintfEXT(pair.a);
    debugPrintfEXT("fine: %d %v2f", pair.a, vec2(1.0));
}
