//! Texture gathers with a bias or a level of detail (GL_AMD_texture_gather_bias_lod).

use super::prelude::*;
use super::texture::{gather, operands::*};

const GATHER_BIAS_LOD: Needs = Needs::extensions(&["GL_AMD_texture_gather_bias_lod"]);

functions! { TEXTURE_GATHER_LOD:
    [TEXELS; GATHER_BIAS_LOD] {
        int sparseTextureGatherARB(gsampler2D, vec2, out gvec4, const int, float) =
            gather(&[P, TEXEL, COMPONENT, BIAS]);
        int sparseTextureGatherARB(gsampler2DArray, vec3, out gvec4, const int, float) =
            gather(&[P, TEXEL, COMPONENT, BIAS]);
        int sparseTextureGatherARB(gsamplerCubeArray, vec4, out gvec4, const int, float) =
            gather(&[P, TEXEL, COMPONENT, BIAS]);
        int sparseTextureGatherARB(gsamplerCube, vec3, out gvec4, const int, float) =
            gather(&[P, TEXEL, COMPONENT, BIAS]);
        int sparseTextureGatherOffsetARB(gsampler2D, vec2, ivec2, out gvec4, const int, float) =
            gather(&[P, OFFSET, TEXEL, COMPONENT, BIAS]);
        int sparseTextureGatherOffsetARB(gsampler2DArray, vec3, ivec2, out gvec4, const int, float) =
            gather(&[P, OFFSET, TEXEL, COMPONENT, BIAS]);
        int sparseTextureGatherOffsetsARB(gsampler2D, vec2, offset ivec2_4, out gvec4, const int, float) =
            gather(&[P, OFFSETS, TEXEL, COMPONENT, BIAS]);
        int sparseTextureGatherOffsetsARB(gsampler2DArray, vec3, offset ivec2_4, out gvec4, const int, float) =
            gather(&[P, OFFSETS, TEXEL, COMPONENT, BIAS]);
        gvec4 textureGather(gsampler2D, vec2, const int, float) = gather(&[P, COMPONENT, BIAS]);
        gvec4 textureGather(gsampler2DArray, vec3, const int, float) = gather(&[P, COMPONENT, BIAS]);
        gvec4 textureGather(gsamplerCubeArray, vec4, const int, float) = gather(&[P, COMPONENT, BIAS]);
        gvec4 textureGather(gsamplerCube, vec3, const int, float) = gather(&[P, COMPONENT, BIAS]);
        gvec4 textureGatherOffset(gsampler2D, vec2, ivec2, const int, float) =
            gather(&[P, OFFSET, COMPONENT, BIAS]);
        gvec4 textureGatherOffset(gsampler2DArray, vec3, ivec2, const int, float) =
            gather(&[P, OFFSET, COMPONENT, BIAS]);
        gvec4 textureGatherOffsets(gsampler2D, vec2, offset ivec2_4, const int, float) =
            gather(&[P, OFFSETS, COMPONENT, BIAS]);
        gvec4 textureGatherOffsets(gsampler2DArray, vec3, offset ivec2_4, const int, float) =
            gather(&[P, OFFSETS, COMPONENT, BIAS]);
        int sparseTextureGatherLodAMD(gsampler2D, vec2, float, out gvec4) = gather(&[P, LEVEL, TEXEL]);
        int sparseTextureGatherLodAMD(gsampler2D, vec2, float, out gvec4, const int) =
            gather(&[P, LEVEL, TEXEL, COMPONENT]);
        int sparseTextureGatherLodAMD(gsampler2DArray, vec3, float, out gvec4) = gather(&[P, LEVEL, TEXEL]);
        int sparseTextureGatherLodAMD(gsampler2DArray, vec3, float, out gvec4, const int) =
            gather(&[P, LEVEL, TEXEL, COMPONENT]);
        int sparseTextureGatherLodAMD(gsamplerCubeArray, vec4, float, out gvec4) = gather(&[P, LEVEL, TEXEL]);
        int sparseTextureGatherLodAMD(gsamplerCubeArray, vec4, float, out gvec4, const int) =
            gather(&[P, LEVEL, TEXEL, COMPONENT]);
        int sparseTextureGatherLodAMD(gsamplerCube, vec3, float, out gvec4) = gather(&[P, LEVEL, TEXEL]);
        int sparseTextureGatherLodAMD(gsamplerCube, vec3, float, out gvec4, const int) =
            gather(&[P, LEVEL, TEXEL, COMPONENT]);
        int sparseTextureGatherLodOffsetAMD(gsampler2D, vec2, float, ivec2, out gvec4) =
            gather(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTextureGatherLodOffsetAMD(gsampler2D, vec2, float, ivec2, out gvec4, const int) =
            gather(&[P, LEVEL, OFFSET, TEXEL, COMPONENT]);
        int sparseTextureGatherLodOffsetAMD(gsampler2DArray, vec3, float, ivec2, out gvec4) =
            gather(&[P, LEVEL, OFFSET, TEXEL]);
        int sparseTextureGatherLodOffsetAMD(gsampler2DArray, vec3, float, ivec2, out gvec4, const int) =
            gather(&[P, LEVEL, OFFSET, TEXEL, COMPONENT]);
        int sparseTextureGatherLodOffsetsAMD(gsampler2D, vec2, float, offset ivec2_4, out gvec4) =
            gather(&[P, LEVEL, OFFSETS, TEXEL]);
        int sparseTextureGatherLodOffsetsAMD(gsampler2D, vec2, float, offset ivec2_4, out gvec4, const int) =
            gather(&[P, LEVEL, OFFSETS, TEXEL, COMPONENT]);
        int sparseTextureGatherLodOffsetsAMD(gsampler2DArray, vec3, float, offset ivec2_4, out gvec4) =
            gather(&[P, LEVEL, OFFSETS, TEXEL]);
        int sparseTextureGatherLodOffsetsAMD(gsampler2DArray, vec3, float, offset ivec2_4, out gvec4, const int) =
            gather(&[P, LEVEL, OFFSETS, TEXEL, COMPONENT]);
        gvec4 textureGatherLodAMD(gsampler2D, vec2, float) = gather(&[P, LEVEL]);
        gvec4 textureGatherLodAMD(gsampler2D, vec2, float, const int) = gather(&[P, LEVEL, COMPONENT]);
        gvec4 textureGatherLodAMD(gsampler2DArray, vec3, float) = gather(&[P, LEVEL]);
        gvec4 textureGatherLodAMD(gsampler2DArray, vec3, float, const int) = gather(&[P, LEVEL, COMPONENT]);
        gvec4 textureGatherLodAMD(gsamplerCubeArray, vec4, float) = gather(&[P, LEVEL]);
        gvec4 textureGatherLodAMD(gsamplerCubeArray, vec4, float, const int) = gather(&[P, LEVEL, COMPONENT]);
        gvec4 textureGatherLodAMD(gsamplerCube, vec3, float) = gather(&[P, LEVEL]);
        gvec4 textureGatherLodAMD(gsamplerCube, vec3, float, const int) = gather(&[P, LEVEL, COMPONENT]);
        gvec4 textureGatherLodOffsetAMD(gsampler2D, vec2, float, ivec2) = gather(&[P, LEVEL, OFFSET]);
        gvec4 textureGatherLodOffsetAMD(gsampler2D, vec2, float, ivec2, const int) =
            gather(&[P, LEVEL, OFFSET, COMPONENT]);
        gvec4 textureGatherLodOffsetAMD(gsampler2DArray, vec3, float, ivec2) = gather(&[P, LEVEL, OFFSET]);
        gvec4 textureGatherLodOffsetAMD(gsampler2DArray, vec3, float, ivec2, const int) =
            gather(&[P, LEVEL, OFFSET, COMPONENT]);
        gvec4 textureGatherLodOffsetsAMD(gsampler2D, vec2, float, offset ivec2_4) =
            gather(&[P, LEVEL, OFFSETS]);
        gvec4 textureGatherLodOffsetsAMD(gsampler2D, vec2, float, offset ivec2_4, const int) =
            gather(&[P, LEVEL, OFFSETS, COMPONENT]);
        gvec4 textureGatherLodOffsetsAMD(gsampler2DArray, vec3, float, offset ivec2_4) =
            gather(&[P, LEVEL, OFFSETS]);
        gvec4 textureGatherLodOffsetsAMD(gsampler2DArray, vec3, float, offset ivec2_4, const int) =
            gather(&[P, LEVEL, OFFSETS, COMPONENT]);
    }
}
