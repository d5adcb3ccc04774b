#version 140
// Compute at the oldest version, with the extensions that bring it.
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
#extension GL_ARB_shader_texture_lod : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
layout(binding = 1) uniform sampler2D texels;
layout(binding = 2) uniform sampler3D volume;
void main() {
    data[gl_LocalInvocationIndex] = texture2DGradARB(texels, vec2(0.5), vec2(0.1, 0.0), vec2(0.0, 0.1))
        + texture2DProjGradARB(texels, vec3(0.5), vec2(0.1, 0.0), vec2(0.0, 0.1))
        + texture3DGradARB(volume, vec3(0.5), vec3(0.1), vec3(0.2));
}
