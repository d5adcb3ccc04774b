#version 460
// Names of extensions for other stages, hints and layouts that other extensions add.
#extension GL_EXT_tessellation_shader : enable
#extension GL_OES_geometry_shader : require
#extension GL_EXT_mesh_shader : require
#extension GL_EXT_fragment_shading_rate : require
#extension GL_EXT_ray_tracing : require
#extension GL_OES_texture_3D : enable
#extension GL_EXT_nontemporal_keyword : require
#extension GL_EXT_function_control_attributes : require
#extension GL_EXT_uniform_buffer_unsized_array : require
#extension GL_NV_push_constant_bank : require
#extension GL_EXT_texture_shadow_lod : require
layout(local_size_x = 1) in;
layout(binding = 0) nontemporal buffer Data { float a[]; };
layout(binding = 1) uniform Table { int count; vec4 table[]; };
layout(push_constant, bank = 1, member_offset = 16) uniform Push { int chosen; };
layout(binding = 2) uniform sampler2DArrayShadow depths;
[[noinline]] float twice(float x) { return x * 2.0; }
void main() {
    a[0] = twice(table[chosen].x) + textureLod(depths, vec4(0.0), 1.0);
}
