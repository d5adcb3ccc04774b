#version 460
layout(local_size_x = 1) in;
in vec4 color;
out vec4 result;
buffer int loose;
sampler2D unqualified;
uniform shared int both;
flat uniform int interpolated;
const uniform int contradictory;
layout(local_size_x = 3) uniform int misplaced;
layout(std430, bindng = 3) buffer Typo { int t; };
layout(binding) buffer NoValue { int n; };
layout(std430 = 1) buffer Valued { int v; };
layout(binding = -1) buffer Negative { int g; };
layout(location = 1) buffer Located { int l; };
coherent int coherent_private;
readonly uniform vec4 readonly_loose;
shared int initialized = 3;
uniform image2D no_format;
layout(r32i) uniform image2D wrong_kind;
layout(binding = 0) uniform atomic_uint fine;
uniform atomic_uint unbound;
layout(binding = 0, offset = 2) uniform atomic_uint unaligned;
buffer Block { sampler2D inside; };
buffer Early { int early[]; int last; };
uniform Open { int open[]; };
layout(std430) buffer Offsets { layout(offset = 8) vec4 a; layout(offset = 16) int b; layout(align = 3) int c; };
struct Qualified { const int a; readonly int b; };
in Inputs { vec4 i; };
layout(push_constant) buffer Pushed { int p; };
readonly readonly buffer Twice { int w; };
const buffer Constant { int cn; };
int Twice;
buffer Keyword { int vec3; };
int block_value() { return Constant; }
void f(uniform int a, const out int b, coherent int c, out sampler2D d) { }
sampler2D g();
void main() {
    uniform int a;
    shared int b;
    readonly int c;
    layout(binding = 1) int d;
    precise e;
    coherent;
}
