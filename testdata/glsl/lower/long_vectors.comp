#version 460
#extension GL_EXT_long_vector : require
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_debug_printf : require
#extension GL_EXT_buffer_reference : require
// Vectors of more than 4 components: memory, functions, constants, operations, messages.
layout(local_size_x = 32) in;
layout(buffer_reference, std430) buffer Row { vector<float, 8> parts[]; };
layout(std430, binding = 0) buffer B { vector<float, 6> v; vector<double, 5> d[2]; vector<bool, 7> b; Row row; };
layout(constant_id = 2) const float scale = 0.5;
const vector<float, 6> RAMP = vector<float, 6>(vec4(0.0, 1.0, 2.0, 3.0), 4.0, 5.0);
shared vector<uint, 16> counts;
vector<float, 6> bend(vector<float, 6> x) { return mix(x, RAMP, scale); }
void main() {
    uint i = gl_LocalInvocationIndex;
    v = bend(v) * 2.0 + vector<float, 6>(v[i % 6u]);
    v[5] = dot(v, RAMP);
    d[1][i % 5u] += 1.0;
    b = not(vector<bool, 7>(lessThan(v, RAMP), v[0] == v[1]));
    atomicAdd(counts[i & 15u], 1u);
    row.parts[i] = vector<float, 8>(unpackFloat8xfe2m1EXT(i * 0x11111111u));
    vector<int, 4> four = ivec4(v);
    debugPrintfEXT("%v6f %v4d", v, four);
}
