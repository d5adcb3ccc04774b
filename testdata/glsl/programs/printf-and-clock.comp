#version 460
#extension GL_EXT_debug_printf : require
#extension GL_ARB_shader_clock : require
#extension GL_EXT_shader_realtime_clock : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_NV_shader_sm_builtins : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Times { uint64_t t[]; };
void main() {
    uint64_t start = clockARB();
    uvec2 now = clockRealtime2x32EXT();
    float f = 0.5;
    vec3 v = vec3(gl_WorkGroupID);
    if (gl_GlobalInvocationID.x == 0)
        debugPrintfEXT("at %u: %f, %v3f, 100%% \"quoted\"\n", now.x, f, v);
    debugPrintfEXT("hello");
    t[0] = clockARB() - start;
    t[1] = clockRealtimeEXT();
    t[2] = uint64_t(gl_SMIDNV) << 32 | uint64_t(gl_WarpIDNV) | uint64_t(gl_SMCountNV * gl_WarpsPerSMNV);
}
