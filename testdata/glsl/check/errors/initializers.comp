#version 460
layout(local_size_x = 1) in;
// GLSL 4.1.11: initializer lists that do not match their type.
int scalar = { 1 };
float many[2] = { 3.4, 4.2, 5.0 };
vec2 wide = { 1.0, 2.0, 3.0 };
mat3x3 tall = { vec3(0.0), vec3(1.0), vec3(2.0), vec3(3.0) };
mat2x2 flat_list = { 1.0, 0.0, 0.0, 1.0 };
struct { float a; int b; } members = { 1.2, 2, 3 };
int from_bool = true;
vec4 elements[2] = { vec4(0.0), 1.0 };
mat4x2 columns = { vec3(0.0), vec3(1.0) };
struct S1 { vec4 a; vec4 b; };
struct { float s; float t; } other_struct[] = { S1(vec4(0.0), vec4(1.1)) };
vec3 few = { 1.0, 2.0 };
struct { float f; vec2 pair; } nested = { 1.0, { 1.0 } };
float empty[2] = { };
int sizes[] = int[2](1, 2, 3);
int unsized[];
uniform int defaults[2] = { 1, 2, 3 };
shared int group_memory = 1;
void main() {
    int self = self;
    float unsized_local[2][];
    const int missing;
}
