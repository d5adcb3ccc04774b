#version 460
layout(local_size_x = 1) in;
int gl_mine;
void gl_function() { }
struct gl_Struct { int a; };
int a__b;
void main() {
    int gl_local;
    gl_LocalInvocationIndex = 1u;
    gl_GlobalInvocationID.x++;
    vec4 p = gl_FragCoord;
    float d = dFdx(1.0);
    EmitVertex();
    texture2D(p, p.xy);
    ftransform();
}
