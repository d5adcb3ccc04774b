//! Texture accesses that also return a residency code (GL_ARB_sparse_texture2).
//!
//! The texel is written to the `out` parameter. Without a derivative group, the bias is used as the level of detail.

use super::prelude::*;
use super::texture::{fetch, gather, operands::*, sample};

const SPARSE: Needs = Needs::extensions(&["GL_ARB_sparse_texture2"]);

functions! { TEXTURE_SPARSE:
    [NONE; SPARSE] {
        bool sparseTexelsResidentARB(int) = Resident;
    }
    [TEXELS; SPARSE] {
        int sparseTextureARB(gsampler2D, vec2, out gvec4, float) = sample(&[P, TEXEL, BIAS]);
        int sparseTextureARB(gsampler3D, vec3, out gvec4, float) = sample(&[P, TEXEL, BIAS]);
        int sparseTextureARB(gsampler2DArray, vec3, out gvec4, float) = sample(&[P, TEXEL, BIAS]);
        int sparseTextureARB(gsamplerCubeArray, vec4, out gvec4, float) = sample(&[P, TEXEL, BIAS]);
        int sparseTextureARB(gsamplerCube, vec3, out gvec4, float) = sample(&[P, TEXEL, BIAS]);
        int sparseTextureARB(sampler2DShadow, vec3, out float, float) = sample(&[P, TEXEL, BIAS]);
        int sparseTextureARB(samplerCubeShadow, vec4, out float, float) = sample(&[P, TEXEL, BIAS]);
        int sparseTextureOffsetARB(gsampler2D, vec2, offset ivec2, out gvec4, float) =
            sample(&[P, OFFSET, TEXEL, BIAS]);
        int sparseTextureOffsetARB(gsampler3D, vec3, offset ivec3, out gvec4, float) =
            sample(&[P, OFFSET, TEXEL, BIAS]);
        int sparseTextureOffsetARB(gsampler2DArray, vec3, offset ivec2, out gvec4, float) =
            sample(&[P, OFFSET, TEXEL, BIAS]);
        int sparseTextureOffsetARB(sampler2DShadow, vec3, offset ivec2, out float, float) =
            sample(&[P, OFFSET, TEXEL, BIAS]);
        int sparseTexelFetchARB(gsampler2D, ivec2, int, out gvec4) = fetch(&[P, LEVEL, TEXEL]);
        int sparseTexelFetchARB(gsampler2DMS, ivec2, int, out gvec4) = fetch(&[P, SAMPLE, TEXEL]);
        int sparseTexelFetchARB(gsampler3D, ivec3, int, out gvec4) = fetch(&[P, LEVEL, TEXEL]);
        int sparseTexelFetchARB(gsampler2DArray, ivec3, int, out gvec4) = fetch(&[P, LEVEL, TEXEL]);
        int sparseTexelFetchARB(gsampler2DMSArray, ivec3, int, out gvec4) = fetch(&[P, SAMPLE, TEXEL]);
        int sparseTexelFetchARB(gsampler2DRect, ivec2, out gvec4) = fetch(&[P, TEXEL]);
        int sparseTexelFetchOffsetARB(gsampler2D, ivec2, int, offset ivec2, out gvec4) =
            fetch(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTexelFetchOffsetARB(gsampler3D, ivec3, int, offset ivec3, out gvec4) =
            fetch(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTexelFetchOffsetARB(gsampler2DArray, ivec3, int, offset ivec2, out gvec4) =
            fetch(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTexelFetchOffsetARB(gsampler2DRect, ivec2, offset ivec2, out gvec4) =
            fetch(&[P, OFFSET, TEXEL]);
        int sparseTexelGradFetchARB(gsampler2D, ivec2, int, vec2, vec2, out gvec4) =
            fetch(&[P, LEVEL, DX, DY, TEXEL]);
        int sparseTexelGradFetchARB(gsampler3D, ivec3, int, vec3, vec3, out gvec4) =
            fetch(&[P, LEVEL, DX, DY, TEXEL]);
        int sparseTexelGradFetchARB(gsampler2DArray, ivec3, int, vec2, vec2, out gvec4) =
            fetch(&[P, LEVEL, DX, DY, TEXEL]);
        int sparseTexelGradFetchARB(gsampler2DRect, ivec2, vec2, vec2, out gvec4) =
            fetch(&[P, DX, DY, TEXEL]);
        int sparseTexelGradFetchOffsetARB(gsampler2D, ivec2, int, vec2, vec2, offset ivec2, out gvec4) =
            fetch(&[P, LEVEL, DX, DY, OFFSET, TEXEL]);
        int sparseTexelGradFetchOffsetARB(gsampler3D, ivec3, int, vec3, vec3, offset ivec3, out gvec4) =
            fetch(&[P, LEVEL, DX, DY, OFFSET, TEXEL]);
        int sparseTexelGradFetchOffsetARB(gsampler2DArray, ivec3, int, vec2, vec2, offset ivec2, out gvec4) =
            fetch(&[P, LEVEL, DX, DY, OFFSET, TEXEL]);
        int sparseTexelGradFetchOffsetARB(gsampler2DRect, ivec2, vec2, vec2, offset ivec2, out gvec4) =
            fetch(&[P, DX, DY, OFFSET, TEXEL]);
        int sparseTextureARB(gsampler2D, vec2, out gvec4) = sample(&[P, TEXEL]);
        int sparseTextureARB(gsampler3D, vec3, out gvec4) = sample(&[P, TEXEL]);
        int sparseTextureARB(gsampler2DArray, vec3, out gvec4) = sample(&[P, TEXEL]);
        int sparseTextureARB(gsamplerCubeArray, vec4, out gvec4) = sample(&[P, TEXEL]);
        int sparseTextureARB(sampler2DArrayShadow, vec4, out float) = sample(&[P, TEXEL]);
        int sparseTextureARB(samplerCubeArrayShadow, vec4, float, out float) = sample(&[P, COMPARE, TEXEL]);
        int sparseTextureARB(gsamplerCube, vec3, out gvec4) = sample(&[P, TEXEL]);
        int sparseTextureARB(gsampler2DRect, vec2, out gvec4) = sample(&[P, TEXEL]);
        int sparseTextureARB(sampler2DShadow, vec3, out float) = sample(&[P, TEXEL]);
        int sparseTextureARB(samplerCubeShadow, vec4, out float) = sample(&[P, TEXEL]);
        int sparseTextureARB(sampler2DRectShadow, vec3, out float) = sample(&[P, TEXEL]);
        int sparseTextureGatherARB(gsampler2D, vec2, out gvec4) = gather(&[P, TEXEL]);
        int sparseTextureGatherARB(gsampler2D, vec2, out gvec4, const int) = gather(&[P, TEXEL, COMPONENT]);
        int sparseTextureGatherARB(gsampler2DArray, vec3, out gvec4) = gather(&[P, TEXEL]);
        int sparseTextureGatherARB(gsampler2DArray, vec3, out gvec4, const int) =
            gather(&[P, TEXEL, COMPONENT]);
        int sparseTextureGatherARB(gsamplerCubeArray, vec4, out gvec4) = gather(&[P, TEXEL]);
        int sparseTextureGatherARB(gsamplerCubeArray, vec4, out gvec4, const int) =
            gather(&[P, TEXEL, COMPONENT]);
        int sparseTextureGatherARB(sampler2DArrayShadow, vec3, float, out vec4) =
            gather(&[P, COMPARE, TEXEL]);
        int sparseTextureGatherARB(samplerCubeArrayShadow, vec4, float, out vec4) =
            gather(&[P, COMPARE, TEXEL]);
        int sparseTextureGatherARB(gsamplerCube, vec3, out gvec4) = gather(&[P, TEXEL]);
        int sparseTextureGatherARB(gsamplerCube, vec3, out gvec4, const int) = gather(&[P, TEXEL, COMPONENT]);
        int sparseTextureGatherARB(gsampler2DRect, vec2, out gvec4) = gather(&[P, TEXEL]);
        int sparseTextureGatherARB(gsampler2DRect, vec2, out gvec4, const int) =
            gather(&[P, TEXEL, COMPONENT]);
        int sparseTextureGatherARB(sampler2DShadow, vec2, float, out vec4) = gather(&[P, COMPARE, TEXEL]);
        int sparseTextureGatherARB(samplerCubeShadow, vec3, float, out vec4) = gather(&[P, COMPARE, TEXEL]);
        int sparseTextureGatherARB(sampler2DRectShadow, vec2, float, out vec4) = gather(&[P, COMPARE, TEXEL]);
        int sparseTextureGatherOffsetARB(gsampler2D, vec2, ivec2, out gvec4) = gather(&[P, OFFSET, TEXEL]);
        int sparseTextureGatherOffsetARB(gsampler2D, vec2, ivec2, out gvec4, const int) =
            gather(&[P, OFFSET, TEXEL, COMPONENT]);
        int sparseTextureGatherOffsetARB(gsampler2DArray, vec3, ivec2, out gvec4) =
            gather(&[P, OFFSET, TEXEL]);
        int sparseTextureGatherOffsetARB(gsampler2DArray, vec3, ivec2, out gvec4, const int) =
            gather(&[P, OFFSET, TEXEL, COMPONENT]);
        int sparseTextureGatherOffsetARB(sampler2DArrayShadow, vec3, float, ivec2, out vec4) =
            gather(&[P, COMPARE, OFFSET, TEXEL]);
        int sparseTextureGatherOffsetARB(gsampler2DRect, vec2, ivec2, out gvec4) =
            gather(&[P, OFFSET, TEXEL]);
        int sparseTextureGatherOffsetARB(gsampler2DRect, vec2, ivec2, out gvec4, const int) =
            gather(&[P, OFFSET, TEXEL, COMPONENT]);
        int sparseTextureGatherOffsetARB(sampler2DShadow, vec2, float, ivec2, out vec4) =
            gather(&[P, COMPARE, OFFSET, TEXEL]);
        int sparseTextureGatherOffsetARB(sampler2DRectShadow, vec2, float, ivec2, out vec4) =
            gather(&[P, COMPARE, OFFSET, TEXEL]);
        int sparseTextureGatherOffsetsARB(gsampler2D, vec2, offset ivec2_4, out gvec4) =
            gather(&[P, OFFSETS, TEXEL]);
        int sparseTextureGatherOffsetsARB(gsampler2D, vec2, offset ivec2_4, out gvec4, const int) =
            gather(&[P, OFFSETS, TEXEL, COMPONENT]);
        int sparseTextureGatherOffsetsARB(gsampler2DArray, vec3, offset ivec2_4, out gvec4) =
            gather(&[P, OFFSETS, TEXEL]);
        int sparseTextureGatherOffsetsARB(gsampler2DArray, vec3, offset ivec2_4, out gvec4, const int) =
            gather(&[P, OFFSETS, TEXEL, COMPONENT]);
        int sparseTextureGatherOffsetsARB(sampler2DArrayShadow, vec3, float, offset ivec2_4, out vec4) =
            gather(&[P, COMPARE, OFFSETS, TEXEL]);
        int sparseTextureGatherOffsetsARB(gsampler2DRect, vec2, offset ivec2_4, out gvec4) =
            gather(&[P, OFFSETS, TEXEL]);
        int sparseTextureGatherOffsetsARB(gsampler2DRect, vec2, offset ivec2_4, out gvec4, const int) =
            gather(&[P, OFFSETS, TEXEL, COMPONENT]);
        int sparseTextureGatherOffsetsARB(sampler2DShadow, vec2, float, offset ivec2_4, out vec4) =
            gather(&[P, COMPARE, OFFSETS, TEXEL]);
        int sparseTextureGatherOffsetsARB(sampler2DRectShadow, vec2, float, offset ivec2_4, out vec4) =
            gather(&[P, COMPARE, OFFSETS, TEXEL]);
        int sparseTextureGradARB(gsampler2D, vec2, vec2, vec2, out gvec4) = sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(gsampler3D, vec3, vec3, vec3, out gvec4) = sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(gsampler2DArray, vec3, vec2, vec2, out gvec4) = sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(gsamplerCubeArray, vec4, vec3, vec3, out gvec4) =
            sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(sampler2DArrayShadow, vec4, vec2, vec2, out float) =
            sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(samplerCubeArrayShadow, vec4, float, vec3, vec3, out float) =
            sample(&[P, COMPARE, DX, DY, TEXEL]);
        int sparseTextureGradARB(gsamplerCube, vec3, vec3, vec3, out gvec4) = sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(gsampler2DRect, vec2, vec2, vec2, out gvec4) = sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(sampler2DShadow, vec3, vec2, vec2, out float) = sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(samplerCubeShadow, vec4, vec3, vec3, out float) =
            sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradARB(sampler2DRectShadow, vec3, vec2, vec2, out float) =
            sample(&[P, DX, DY, TEXEL]);
        int sparseTextureGradOffsetARB(gsampler2D, vec2, vec2, vec2, offset ivec2, out gvec4) =
            sample(&[P, DX, DY, OFFSET, TEXEL]);
        int sparseTextureGradOffsetARB(gsampler3D, vec3, vec3, vec3, offset ivec3, out gvec4) =
            sample(&[P, DX, DY, OFFSET, TEXEL]);
        int sparseTextureGradOffsetARB(gsampler2DArray, vec3, vec2, vec2, offset ivec2, out gvec4) =
            sample(&[P, DX, DY, OFFSET, TEXEL]);
        int sparseTextureGradOffsetARB(sampler2DArrayShadow, vec4, vec2, vec2, offset ivec2, out float) =
            sample(&[P, DX, DY, OFFSET, TEXEL]);
        int sparseTextureGradOffsetARB(gsampler2DRect, vec2, vec2, vec2, offset ivec2, out gvec4) =
            sample(&[P, DX, DY, OFFSET, TEXEL]);
        int sparseTextureGradOffsetARB(sampler2DShadow, vec3, vec2, vec2, offset ivec2, out float) =
            sample(&[P, DX, DY, OFFSET, TEXEL]);
        int sparseTextureGradOffsetARB(sampler2DRectShadow, vec3, vec2, vec2, offset ivec2, out float) =
            sample(&[P, DX, DY, OFFSET, TEXEL]);
        int sparseTextureLodARB(gsampler2D, vec2, float, out gvec4) = sample(&[P, LEVEL, TEXEL]);
        int sparseTextureLodARB(gsampler3D, vec3, float, out gvec4) = sample(&[P, LEVEL, TEXEL]);
        int sparseTextureLodARB(gsampler2DArray, vec3, float, out gvec4) = sample(&[P, LEVEL, TEXEL]);
        int sparseTextureLodARB(gsamplerCubeArray, vec4, float, out gvec4) = sample(&[P, LEVEL, TEXEL]);
        int sparseTextureLodARB(gsamplerCube, vec3, float, out gvec4) = sample(&[P, LEVEL, TEXEL]);
        int sparseTextureLodARB(sampler2DShadow, vec3, float, out float) = sample(&[P, LEVEL, TEXEL]);
        int sparseTextureLodOffsetARB(gsampler2D, vec2, float, offset ivec2, out gvec4) =
            sample(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTextureLodOffsetARB(gsampler3D, vec3, float, offset ivec3, out gvec4) =
            sample(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTextureLodOffsetARB(gsampler2DArray, vec3, float, offset ivec2, out gvec4) =
            sample(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTextureLodOffsetARB(sampler2DShadow, vec3, float, offset ivec2, out float) =
            sample(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTextureOffsetARB(gsampler2D, vec2, offset ivec2, out gvec4) = sample(&[P, OFFSET, TEXEL]);
        int sparseTextureOffsetARB(gsampler3D, vec3, offset ivec3, out gvec4) = sample(&[P, OFFSET, TEXEL]);
        int sparseTextureOffsetARB(gsampler2DArray, vec3, offset ivec2, out gvec4) =
            sample(&[P, OFFSET, TEXEL]);
        int sparseTextureOffsetARB(sampler2DArrayShadow, vec4, offset ivec2, out float) =
            sample(&[P, OFFSET, TEXEL]);
        int sparseTextureOffsetARB(gsampler2DRect, vec2, offset ivec2, out gvec4) =
            sample(&[P, OFFSET, TEXEL]);
        int sparseTextureOffsetARB(sampler2DShadow, vec3, offset ivec2, out float) =
            sample(&[P, OFFSET, TEXEL]);
        int sparseTextureOffsetARB(sampler2DRectShadow, vec3, offset ivec2, out float) =
            sample(&[P, OFFSET, TEXEL]);
    }
    [TEXELS; SPARSE] {
        int sparseTexelFetchARB(gtexture2D, ivec2, int, out gvec4) = fetch(&[P, LEVEL, TEXEL]);
        int sparseTexelFetchARB(gtexture2DMS, ivec2, int, out gvec4) = fetch(&[P, SAMPLE, TEXEL]);
        int sparseTexelFetchARB(gtexture3D, ivec3, int, out gvec4) = fetch(&[P, LEVEL, TEXEL]);
        int sparseTexelFetchARB(gtexture2DArray, ivec3, int, out gvec4) = fetch(&[P, LEVEL, TEXEL]);
        int sparseTexelFetchARB(gtexture2DMSArray, ivec3, int, out gvec4) = fetch(&[P, SAMPLE, TEXEL]);
        int sparseTexelFetchARB(gtexture2DRect, ivec2, out gvec4) = fetch(&[P, TEXEL]);
        int sparseTexelFetchOffsetARB(gtexture2D, ivec2, int, offset ivec2, out gvec4) =
            fetch(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTexelFetchOffsetARB(gtexture3D, ivec3, int, offset ivec3, out gvec4) =
            fetch(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTexelFetchOffsetARB(gtexture2DArray, ivec3, int, offset ivec2, out gvec4) =
            fetch(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTexelFetchOffsetARB(gtexture2DRect, ivec2, offset ivec2, out gvec4) =
            fetch(&[P, OFFSET, TEXEL]);
    }
}
