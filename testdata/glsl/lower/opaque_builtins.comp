#version 460
#extension GL_AMD_gcn_shader : require
#extension GL_AMD_shader_fragment_mask : require
#extension GL_AMD_shader_image_load_store_lod : require
#extension GL_ARB_sparse_texture2 : require
#extension GL_INTEL_shader_integer_functions2 : require
#extension GL_EXT_device_group : require
#extension GL_EXT_debug_printf : require
// Functions that are one SPIR-V instruction each, and images with levels.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2DMS samples;
layout(binding = 1, rgba8) uniform image2D texels;
layout(binding = 2) buffer Data { vec4 a[4]; uint b[4]; int c; };
void main() {
    a[0] = vec4(cubeFaceCoordAMD(a[1].xyz), cubeFaceIndexAMD(a[1].xyz), 0.0);
    uint mask = fragmentMaskFetchAMD(samples, ivec2(1));
    a[1] = fragmentFetchAMD(samples, ivec2(1), mask & 15u);
    imageStoreLodAMD(texels, ivec2(2), 1, imageLoadLodAMD(texels, ivec2(1), 2));
    c = sparseImageLoadLodAMD(texels, ivec2(0), 1, a[2]) | sparseImageLoadARB(texels, ivec2(0), a[3]);
    b[0] = countLeadingZeros(mask) + absoluteDifference(c, 3) + average(mask, 5u);
    c = addSaturate(c, 1) + multiply32x16(c, 7) + gl_DeviceIndex;
    debugPrintfEXT("%s: 100%% of %u\n", "mask", mask);
}
