#version 420 core
#extension GL_ARB_compute_shader : enable
#extension GL_ARB_shader_storage_buffer_object : enable
#extension GL_ARB_shader_image_size : enable
layout(local_size_x = 256) in;
layout(binding = 0, rgba8) uniform readonly image2D src;
layout(binding = 1, rgba8ui) uniform uimage2D dst;
layout(std430, binding = 0) buffer H { uint bins[256]; float cdf[256]; };
shared uint local_bins[256];
uniform int pass_number;
void count() {
    local_bins[gl_LocalInvocationIndex] = 0u;
    barrier();
    ivec2 s = imageSize(src);
    for (int i = int(gl_GlobalInvocationID.x); i < s.x * s.y; i += int(gl_NumWorkGroups.x * gl_WorkGroupSize.x)) {
        vec4 c = imageLoad(src, ivec2(i % s.x, i / s.x));
        atomicAdd(local_bins[uint(clamp(dot(c.rgb, vec3(.2126, .7152, .0722)), 0., 1.) * 255. + .5)], 1u);
    }
    barrier();
    atomicAdd(bins[gl_LocalInvocationIndex], local_bins[gl_LocalInvocationIndex]);
}
void main() {
    if (pass_number == 0) count();
    else if (pass_number == 1) {
        uint sum = 0u;
        for (uint i = 0u; i <= gl_LocalInvocationIndex; ++i) sum += bins[i];
        cdf[gl_LocalInvocationIndex] = float(sum);
    } else {
        ivec2 p = ivec2(gl_GlobalInvocationID.xy);
        uvec4 old = imageLoad(dst, p);
        imageStore(dst, p, uvec4(vec4(old) * cdf[old.r] / cdf[255]));
    }
}
