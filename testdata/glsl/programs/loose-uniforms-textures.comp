#version 330 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_image_load_store : require
#extension GL_ARB_shading_language_420pack : enable
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 16, local_size_y = 16) in;
uniform sampler2DArray layers;
uniform isampler3D volume;
uniform usamplerBuffer table;
uniform sampler2DShadow shadow;
uniform samplerCubeShadow cube_shadow;
uniform sampler2DRect rectangle;
layout(r32f) uniform image2D target;
uniform vec2 inverse_size;
uniform float bias[3] = float[3](0.5, 1.0, 1.5);
uniform mat4 view = mat4(1.0);
layout(std430) buffer Out { vec4 o[]; };

float lookup(in sampler2DShadow s, vec3 c) { return textureLod(s, c, 0.0) + textureProjLod(s, vec4(c, 1.0), 0.0); }

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    vec3 uvw = vec3(vec2(p) * inverse_size, bias[p.x % 3]);
    vec4 c = textureLod(layers, uvw, 2.0) * view;
    c += vec4(texelFetch(volume, ivec3(p, 3), 0));
    c.xy += vec2(texelFetch(table, p.x).xy);
    c.z -= lookup(shadow, uvw) + texture(cube_shadow, vec4(uvw, 0.25));
    c.w *= texelFetch(rectangle, p).a + texture(rectangle, vec2(p)).r;
    c += textureGrad(layers, uvw, vec2(0.1, 0), vec2(0, .1)) + textureGradOffset(layers, uvw, vec2(1e-2), vec2(1.e+2F), ivec2(-1, 2));
    imageStore(target, p, c);
    o[p.x] = c;
}
