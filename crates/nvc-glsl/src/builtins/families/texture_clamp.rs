//! Texture functions with a minimum level of detail (GL_ARB_sparse_texture_clamp).

use super::prelude::*;
use super::texture::{operands::*, sample};

const CLAMP: Needs = Needs::extensions(&["GL_ARB_sparse_texture_clamp"]);

functions! { TEXTURE_CLAMP:
    [TEXELS; CLAMP] {
        int sparseTextureClampARB(gsampler2D, vec2, float, out gvec4) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(gsampler2D, vec2, float, out gvec4, float) =
            sample(&[P, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureClampARB(gsampler3D, vec3, float, out gvec4) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(gsampler3D, vec3, float, out gvec4, float) =
            sample(&[P, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureClampARB(gsampler2DArray, vec3, float, out gvec4) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(gsampler2DArray, vec3, float, out gvec4, float) =
            sample(&[P, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureClampARB(gsamplerCubeArray, vec4, float, out gvec4) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(gsamplerCubeArray, vec4, float, out gvec4, float) =
            sample(&[P, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureClampARB(sampler2DArrayShadow, vec4, float, out float) =
            sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(samplerCubeArrayShadow, vec4, float, float, out float) =
            sample(&[P, COMPARE, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(gsamplerCube, vec3, float, out gvec4) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(gsamplerCube, vec3, float, out gvec4, float) =
            sample(&[P, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureClampARB(gsampler2DRect, vec2, float, out gvec4) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(sampler2DShadow, vec3, float, out float) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(sampler2DShadow, vec3, float, out float, float) =
            sample(&[P, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureClampARB(samplerCubeShadow, vec4, float, out float) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureClampARB(samplerCubeShadow, vec4, float, out float, float) =
            sample(&[P, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureClampARB(sampler2DRectShadow, vec3, float, out float) = sample(&[P, MIN_LOD, TEXEL]);
        int sparseTextureOffsetClampARB(gsampler2D, vec2, offset ivec2, float, out gvec4) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureOffsetClampARB(gsampler2D, vec2, offset ivec2, float, out gvec4, float) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureOffsetClampARB(gsampler3D, vec3, offset ivec3, float, out gvec4) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureOffsetClampARB(gsampler3D, vec3, offset ivec3, float, out gvec4, float) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureOffsetClampARB(gsampler2DArray, vec3, offset ivec2, float, out gvec4) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureOffsetClampARB(gsampler2DArray, vec3, offset ivec2, float, out gvec4, float) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureOffsetClampARB(sampler2DArrayShadow, vec4, offset ivec2, float, out float) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureOffsetClampARB(gsampler2DRect, vec2, offset ivec2, float, out gvec4) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureOffsetClampARB(sampler2DShadow, vec3, offset ivec2, float, out float) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureOffsetClampARB(sampler2DShadow, vec3, offset ivec2, float, out float, float) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL, BIAS]);
        int sparseTextureOffsetClampARB(sampler2DRectShadow, vec3, offset ivec2, float, out float) =
            sample(&[P, OFFSET, MIN_LOD, TEXEL]);
        gvec4 textureClampARB(gsampler1D, float, float) = sample(&[P, MIN_LOD]);
        gvec4 textureClampARB(gsampler1D, float, float, float) = sample(&[P, MIN_LOD, BIAS]);
        gvec4 textureClampARB(gsampler2D, vec2, float) = sample(&[P, MIN_LOD]);
        gvec4 textureClampARB(gsampler2D, vec2, float, float) = sample(&[P, MIN_LOD, BIAS]);
        gvec4 textureClampARB(gsampler3D, vec3, float) = sample(&[P, MIN_LOD]);
        gvec4 textureClampARB(gsampler3D, vec3, float, float) = sample(&[P, MIN_LOD, BIAS]);
        gvec4 textureClampARB(gsampler1DArray, vec2, float) = sample(&[P, MIN_LOD]);
        gvec4 textureClampARB(gsampler1DArray, vec2, float, float) = sample(&[P, MIN_LOD, BIAS]);
        gvec4 textureClampARB(gsampler2DArray, vec3, float) = sample(&[P, MIN_LOD]);
        gvec4 textureClampARB(gsampler2DArray, vec3, float, float) = sample(&[P, MIN_LOD, BIAS]);
        gvec4 textureClampARB(gsamplerCubeArray, vec4, float) = sample(&[P, MIN_LOD]);
        gvec4 textureClampARB(gsamplerCubeArray, vec4, float, float) = sample(&[P, MIN_LOD, BIAS]);
        float textureClampARB(sampler1DArrayShadow, vec3, float) = sample(&[P, MIN_LOD]);
        float textureClampARB(sampler1DArrayShadow, vec3, float, float) = sample(&[P, MIN_LOD, BIAS]);
        float textureClampARB(sampler2DArrayShadow, vec4, float) = sample(&[P, MIN_LOD]);
        float textureClampARB(samplerCubeArrayShadow, vec4, float, float) = sample(&[P, COMPARE, MIN_LOD]);
        gvec4 textureClampARB(gsamplerCube, vec3, float) = sample(&[P, MIN_LOD]);
        gvec4 textureClampARB(gsamplerCube, vec3, float, float) = sample(&[P, MIN_LOD, BIAS]);
        gvec4 textureClampARB(gsampler2DRect, vec2, float) = sample(&[P, MIN_LOD]);
        float textureClampARB(sampler1DShadow, vec3, float) = sample(&[P, MIN_LOD]);
        float textureClampARB(sampler1DShadow, vec3, float, float) = sample(&[P, MIN_LOD, BIAS]);
        float textureClampARB(sampler2DShadow, vec3, float) = sample(&[P, MIN_LOD]);
        float textureClampARB(sampler2DShadow, vec3, float, float) = sample(&[P, MIN_LOD, BIAS]);
        float textureClampARB(samplerCubeShadow, vec4, float) = sample(&[P, MIN_LOD]);
        float textureClampARB(samplerCubeShadow, vec4, float, float) = sample(&[P, MIN_LOD, BIAS]);
        float textureClampARB(sampler2DRectShadow, vec3, float) = sample(&[P, MIN_LOD]);
        gvec4 textureOffsetClampARB(gsampler1D, float, offset int, float) = sample(&[P, OFFSET, MIN_LOD]);
        gvec4 textureOffsetClampARB(gsampler1D, float, offset int, float, float) =
            sample(&[P, OFFSET, MIN_LOD, BIAS]);
        gvec4 textureOffsetClampARB(gsampler2D, vec2, offset ivec2, float) = sample(&[P, OFFSET, MIN_LOD]);
        gvec4 textureOffsetClampARB(gsampler2D, vec2, offset ivec2, float, float) =
            sample(&[P, OFFSET, MIN_LOD, BIAS]);
        gvec4 textureOffsetClampARB(gsampler3D, vec3, offset ivec3, float) = sample(&[P, OFFSET, MIN_LOD]);
        gvec4 textureOffsetClampARB(gsampler3D, vec3, offset ivec3, float, float) =
            sample(&[P, OFFSET, MIN_LOD, BIAS]);
        gvec4 textureOffsetClampARB(gsampler1DArray, vec2, offset int, float) = sample(&[P, OFFSET, MIN_LOD]);
        gvec4 textureOffsetClampARB(gsampler1DArray, vec2, offset int, float, float) =
            sample(&[P, OFFSET, MIN_LOD, BIAS]);
        gvec4 textureOffsetClampARB(gsampler2DArray, vec3, offset ivec2, float) =
            sample(&[P, OFFSET, MIN_LOD]);
        gvec4 textureOffsetClampARB(gsampler2DArray, vec3, offset ivec2, float, float) =
            sample(&[P, OFFSET, MIN_LOD, BIAS]);
        float textureOffsetClampARB(sampler1DArrayShadow, vec3, offset int, float) =
            sample(&[P, OFFSET, MIN_LOD]);
        float textureOffsetClampARB(sampler1DArrayShadow, vec3, offset int, float, float) =
            sample(&[P, OFFSET, MIN_LOD, BIAS]);
        float textureOffsetClampARB(sampler2DArrayShadow, vec4, offset ivec2, float) =
            sample(&[P, OFFSET, MIN_LOD]);
        gvec4 textureOffsetClampARB(gsampler2DRect, vec2, offset ivec2, float) =
            sample(&[P, OFFSET, MIN_LOD]);
        float textureOffsetClampARB(sampler1DShadow, vec3, offset int, float) = sample(&[P, OFFSET, MIN_LOD]);
        float textureOffsetClampARB(sampler1DShadow, vec3, offset int, float, float) =
            sample(&[P, OFFSET, MIN_LOD, BIAS]);
        float textureOffsetClampARB(sampler2DShadow, vec3, offset ivec2, float) =
            sample(&[P, OFFSET, MIN_LOD]);
        float textureOffsetClampARB(sampler2DShadow, vec3, offset ivec2, float, float) =
            sample(&[P, OFFSET, MIN_LOD, BIAS]);
        float textureOffsetClampARB(sampler2DRectShadow, vec3, offset ivec2, float) =
            sample(&[P, OFFSET, MIN_LOD]);
        int sparseTextureGradClampARB(gsampler2D, vec2, vec2, vec2, float, out gvec4) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(gsampler3D, vec3, vec3, vec3, float, out gvec4) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(gsampler2DArray, vec3, vec2, vec2, float, out gvec4) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(gsamplerCubeArray, vec4, vec3, vec3, float, out gvec4) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(sampler2DArrayShadow, vec4, vec2, vec2, float, out float) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(samplerCubeArrayShadow, vec4, float, vec3, vec3, float, out float) =
            sample(&[P, COMPARE, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(gsamplerCube, vec3, vec3, vec3, float, out gvec4) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(gsampler2DRect, vec2, vec2, vec2, float, out gvec4) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(sampler2DShadow, vec3, vec2, vec2, float, out float) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(samplerCubeShadow, vec4, vec3, vec3, float, out float) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradClampARB(sampler2DRectShadow, vec3, vec2, vec2, float, out float) =
            sample(&[P, DX, DY, MIN_LOD, TEXEL]);
        int sparseTextureGradOffsetClampARB(gsampler2D, vec2, vec2, vec2, offset ivec2, float, out gvec4) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureGradOffsetClampARB(gsampler3D, vec3, vec3, vec3, offset ivec3, float, out gvec4) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureGradOffsetClampARB(gsampler2DArray, vec3, vec2, vec2, offset ivec2, float, out gvec4) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureGradOffsetClampARB(sampler2DArrayShadow, vec4, vec2, vec2, offset ivec2, float, out float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureGradOffsetClampARB(gsampler2DRect, vec2, vec2, vec2, offset ivec2, float, out gvec4) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureGradOffsetClampARB(sampler2DShadow, vec3, vec2, vec2, offset ivec2, float, out float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD, TEXEL]);
        int sparseTextureGradOffsetClampARB(sampler2DRectShadow, vec3, vec2, vec2, offset ivec2, float, out float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD, TEXEL]);
        gvec4 textureGradClampARB(gsampler1D, float, float, float, float) = sample(&[P, DX, DY, MIN_LOD]);
        gvec4 textureGradClampARB(gsampler2D, vec2, vec2, vec2, float) = sample(&[P, DX, DY, MIN_LOD]);
        gvec4 textureGradClampARB(gsampler3D, vec3, vec3, vec3, float) = sample(&[P, DX, DY, MIN_LOD]);
        gvec4 textureGradClampARB(gsampler1DArray, vec2, float, float, float) = sample(&[P, DX, DY, MIN_LOD]);
        gvec4 textureGradClampARB(gsampler2DArray, vec3, vec2, vec2, float) = sample(&[P, DX, DY, MIN_LOD]);
        gvec4 textureGradClampARB(gsamplerCubeArray, vec4, vec3, vec3, float) = sample(&[P, DX, DY, MIN_LOD]);
        float textureGradClampARB(sampler1DArrayShadow, vec3, float, float, float) =
            sample(&[P, DX, DY, MIN_LOD]);
        float textureGradClampARB(sampler2DArrayShadow, vec4, vec2, vec2, float) =
            sample(&[P, DX, DY, MIN_LOD]);
        float textureGradClampARB(samplerCubeArrayShadow, vec4, float, vec3, vec3, float) =
            sample(&[P, COMPARE, DX, DY, MIN_LOD]);
        gvec4 textureGradClampARB(gsamplerCube, vec3, vec3, vec3, float) = sample(&[P, DX, DY, MIN_LOD]);
        gvec4 textureGradClampARB(gsampler2DRect, vec2, vec2, vec2, float) = sample(&[P, DX, DY, MIN_LOD]);
        float textureGradClampARB(sampler1DShadow, vec3, float, float, float) = sample(&[P, DX, DY, MIN_LOD]);
        float textureGradClampARB(sampler2DShadow, vec3, vec2, vec2, float) = sample(&[P, DX, DY, MIN_LOD]);
        float textureGradClampARB(samplerCubeShadow, vec4, vec3, vec3, float) = sample(&[P, DX, DY, MIN_LOD]);
        float textureGradClampARB(sampler2DRectShadow, vec3, vec2, vec2, float) =
            sample(&[P, DX, DY, MIN_LOD]);
        gvec4 textureGradOffsetClampARB(gsampler1D, float, float, float, offset int, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        gvec4 textureGradOffsetClampARB(gsampler2D, vec2, vec2, vec2, offset ivec2, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        gvec4 textureGradOffsetClampARB(gsampler3D, vec3, vec3, vec3, offset ivec3, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        gvec4 textureGradOffsetClampARB(gsampler1DArray, vec2, float, float, offset int, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        gvec4 textureGradOffsetClampARB(gsampler2DArray, vec3, vec2, vec2, offset ivec2, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        float textureGradOffsetClampARB(sampler1DArrayShadow, vec3, float, float, offset int, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        float textureGradOffsetClampARB(sampler2DArrayShadow, vec4, vec2, vec2, offset ivec2, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        gvec4 textureGradOffsetClampARB(gsampler2DRect, vec2, vec2, vec2, offset ivec2, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        float textureGradOffsetClampARB(sampler1DShadow, vec3, float, float, offset int, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        float textureGradOffsetClampARB(sampler2DShadow, vec3, vec2, vec2, offset ivec2, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
        float textureGradOffsetClampARB(sampler2DRectShadow, vec3, vec2, vec2, offset ivec2, float) =
            sample(&[P, DX, DY, OFFSET, MIN_LOD]);
    }
}
