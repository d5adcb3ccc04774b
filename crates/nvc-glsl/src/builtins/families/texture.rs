//! Texture functions (GLSL §8.9, GL_ARB_shader_texture_lod, GL_EXT_samplerless_texture_functions).
//!
//! Functions with a bias, and `textureQueryLod`, need an extension for derivatives in compute shaders
//! ([`DERIVATIVES`]).

use super::prelude::*;
use TextureQuery as Q;
use operands::*;

const QUERY_LEVELS: Needs = Needs::version(430, 0, &["GL_ARB_texture_query_levels"]);
const QUERY_SAMPLES: Needs = Needs::version(450, 0, &["GL_ARB_shader_texture_image_samples"]);
const GATHER: Needs =
    Needs::version(400, 310, &["GL_ARB_texture_gather", "GL_ARB_gpu_shader5", "GL_NV_gpu_shader5"]);
const GATHER_OFFSETS: Needs = GPU_SHADER5;
const TEXTURE_LOD: Needs = Needs::extensions(&["GL_ARB_shader_texture_lod"]);
const SAMPLERLESS_NEEDS: Needs = Needs::extensions(&["GL_EXT_samplerless_texture_functions"]);

/// Short names of the operands, for the tables.
pub(super) mod operands {
    pub(in super::super) use super::TextureOperand::{
        Bias as BIAS, Compare as COMPARE, Component as COMPONENT, Coordinate as P, GradientX as DX,
        GradientY as DY, Level as LEVEL, MinLod as MIN_LOD, Offset as OFFSET, Offsets as OFFSETS,
        Sample as SAMPLE, Texel as TEXEL,
    };
}

const fn access(mode: TextureMode, projective: bool, operands: &'static [TextureOperand]) -> Operation {
    Texture(TextureAccess { mode, projective, operands })
}

pub(super) const fn sample(operands: &'static [TextureOperand]) -> Operation {
    access(TextureMode::Sample, false, operands)
}

const fn project(operands: &'static [TextureOperand]) -> Operation {
    access(TextureMode::Sample, true, operands)
}

pub(super) const fn fetch(operands: &'static [TextureOperand]) -> Operation {
    access(TextureMode::Fetch, false, operands)
}

pub(super) const fn gather(operands: &'static [TextureOperand]) -> Operation {
    access(TextureMode::Gather, false, operands)
}

functions! { TEXTURE_QUERY:
    [TEXELS; NOTHING] {
        int textureSize(gsampler1D, int) = TextureQuery(Q::Size);
        ivec2 textureSize(gsampler2D, int) = TextureQuery(Q::Size);
        ivec3 textureSize(gsampler3D, int) = TextureQuery(Q::Size);
        ivec2 textureSize(gsamplerCube, int) = TextureQuery(Q::Size);
        int textureSize(sampler1DShadow, int) = TextureQuery(Q::Size);
        ivec2 textureSize(sampler2DShadow, int) = TextureQuery(Q::Size);
        ivec2 textureSize(samplerCubeShadow, int) = TextureQuery(Q::Size);
        ivec3 textureSize(gsamplerCubeArray, int) = TextureQuery(Q::Size);
        ivec3 textureSize(samplerCubeArrayShadow, int) = TextureQuery(Q::Size);
        ivec2 textureSize(gsampler1DArray, int) = TextureQuery(Q::Size);
        ivec2 textureSize(sampler1DArrayShadow, int) = TextureQuery(Q::Size);
        ivec3 textureSize(gsampler2DArray, int) = TextureQuery(Q::Size);
        ivec3 textureSize(sampler2DArrayShadow, int) = TextureQuery(Q::Size);
        ivec2 textureSize(gsampler2DRect) = TextureQuery(Q::Size);
        ivec2 textureSize(sampler2DRectShadow) = TextureQuery(Q::Size);
        int textureSize(gsamplerBuffer) = TextureQuery(Q::Size);
        ivec2 textureSize(gsampler2DMS) = TextureQuery(Q::Size);
        ivec3 textureSize(gsampler2DMSArray) = TextureQuery(Q::Size);
    }
    [TEXELS; QUERY_LEVELS] {
        int textureQueryLevels(gsampler1D) = TextureQuery(Q::Levels);
        int textureQueryLevels(gsampler2D) = TextureQuery(Q::Levels);
        int textureQueryLevels(gsampler3D) = TextureQuery(Q::Levels);
        int textureQueryLevels(gsamplerCube) = TextureQuery(Q::Levels);
        int textureQueryLevels(gsampler1DArray) = TextureQuery(Q::Levels);
        int textureQueryLevels(gsampler2DArray) = TextureQuery(Q::Levels);
        int textureQueryLevels(gsamplerCubeArray) = TextureQuery(Q::Levels);
        int textureQueryLevels(sampler1DShadow) = TextureQuery(Q::Levels);
        int textureQueryLevels(sampler2DShadow) = TextureQuery(Q::Levels);
        int textureQueryLevels(samplerCubeShadow) = TextureQuery(Q::Levels);
        int textureQueryLevels(sampler1DArrayShadow) = TextureQuery(Q::Levels);
        int textureQueryLevels(sampler2DArrayShadow) = TextureQuery(Q::Levels);
        int textureQueryLevels(samplerCubeArrayShadow) = TextureQuery(Q::Levels);
    }
    [TEXELS; QUERY_SAMPLES] {
        int textureSamples(gsampler2DMS) = TextureQuery(Q::Samples);
        int textureSamples(gsampler2DMSArray) = TextureQuery(Q::Samples);
    }
    [TEXELS; DERIVATIVES] {
        vec2 textureQueryLod(gsampler1D, float) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(gsampler2D, vec2) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(gsampler3D, vec3) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(gsamplerCube, vec3) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(gsampler1DArray, float) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(gsampler2DArray, vec2) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(gsamplerCubeArray, vec3) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(sampler1DShadow, float) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(sampler2DShadow, vec2) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(samplerCubeShadow, vec3) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(sampler1DArrayShadow, float) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(sampler2DArrayShadow, vec2) = TextureQuery(Q::Lod);
        vec2 textureQueryLod(samplerCubeArrayShadow, vec3) = TextureQuery(Q::Lod);
    }
}

functions! { TEXTURE:
    [TEXELS; NOTHING] {
        gvec4 texture(gsampler1D, float) = sample(&[P]);
        gvec4 texture(gsampler2D, vec2) = sample(&[P]);
        gvec4 texture(gsampler3D, vec3) = sample(&[P]);
        gvec4 texture(gsamplerCube, vec3) = sample(&[P]);
        float texture(sampler1DShadow, vec3) = sample(&[P]);
        float texture(sampler2DShadow, vec3) = sample(&[P]);
        float texture(samplerCubeShadow, vec4) = sample(&[P]);
        gvec4 texture(gsampler2DArray, vec3) = sample(&[P]);
        gvec4 texture(gsamplerCubeArray, vec4) = sample(&[P]);
        gvec4 texture(gsampler1DArray, vec2) = sample(&[P]);
        float texture(sampler1DArrayShadow, vec3) = sample(&[P]);
        float texture(sampler2DArrayShadow, vec4) = sample(&[P]);
        gvec4 texture(gsampler2DRect, vec2) = sample(&[P]);
        float texture(sampler2DRectShadow, vec3) = sample(&[P]);
        float texture(samplerCubeArrayShadow, vec4, float) = sample(&[P, COMPARE]);
        gvec4 textureProj(gsampler1D, vec2) = project(&[P]);
        gvec4 textureProj(gsampler1D, vec4) = project(&[P]);
        gvec4 textureProj(gsampler2D, vec3) = project(&[P]);
        gvec4 textureProj(gsampler2D, vec4) = project(&[P]);
        gvec4 textureProj(gsampler3D, vec4) = project(&[P]);
        float textureProj(sampler1DShadow, vec4) = project(&[P]);
        float textureProj(sampler2DShadow, vec4) = project(&[P]);
        gvec4 textureProj(gsampler2DRect, vec3) = project(&[P]);
        gvec4 textureProj(gsampler2DRect, vec4) = project(&[P]);
        float textureProj(sampler2DRectShadow, vec4) = project(&[P]);
        gvec4 textureLod(gsampler1D, float, float) = sample(&[P, LEVEL]);
        gvec4 textureLod(gsampler2D, vec2, float) = sample(&[P, LEVEL]);
        gvec4 textureLod(gsampler3D, vec3, float) = sample(&[P, LEVEL]);
        gvec4 textureLod(gsamplerCube, vec3, float) = sample(&[P, LEVEL]);
        float textureLod(sampler2DShadow, vec3, float) = sample(&[P, LEVEL]);
        float textureLod(sampler1DShadow, vec3, float) = sample(&[P, LEVEL]);
        gvec4 textureLod(gsampler1DArray, vec2, float) = sample(&[P, LEVEL]);
        float textureLod(sampler1DArrayShadow, vec3, float) = sample(&[P, LEVEL]);
        gvec4 textureLod(gsampler2DArray, vec3, float) = sample(&[P, LEVEL]);
        gvec4 textureLod(gsamplerCubeArray, vec4, float) = sample(&[P, LEVEL]);
        gvec4 textureOffset(gsampler1D, float, offset int) = sample(&[P, OFFSET]);
        gvec4 textureOffset(gsampler2D, vec2, offset ivec2) = sample(&[P, OFFSET]);
        gvec4 textureOffset(gsampler3D, vec3, offset ivec3) = sample(&[P, OFFSET]);
        float textureOffset(sampler2DShadow, vec3, offset ivec2) = sample(&[P, OFFSET]);
        gvec4 textureOffset(gsampler2DRect, vec2, offset ivec2) = sample(&[P, OFFSET]);
        float textureOffset(sampler2DRectShadow, vec3, offset ivec2) = sample(&[P, OFFSET]);
        float textureOffset(sampler1DShadow, vec3, offset int) = sample(&[P, OFFSET]);
        gvec4 textureOffset(gsampler1DArray, vec2, offset int) = sample(&[P, OFFSET]);
        gvec4 textureOffset(gsampler2DArray, vec3, offset ivec2) = sample(&[P, OFFSET]);
        float textureOffset(sampler1DArrayShadow, vec3, offset int) = sample(&[P, OFFSET]);
        float textureOffset(sampler2DArrayShadow, vec4, offset ivec2) = sample(&[P, OFFSET]);
        gvec4 texelFetch(gsampler1D, int, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gsampler2D, ivec2, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gsampler3D, ivec3, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gsampler2DRect, ivec2) = fetch(&[P]);
        gvec4 texelFetch(gsampler1DArray, ivec2, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gsampler2DArray, ivec3, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gsamplerBuffer, int) = fetch(&[P]);
        gvec4 texelFetch(gsampler2DMS, ivec2, int) = fetch(&[P, SAMPLE]);
        gvec4 texelFetch(gsampler2DMSArray, ivec3, int) = fetch(&[P, SAMPLE]);
        gvec4 texelFetchOffset(gsampler1D, int, int, offset int) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 texelFetchOffset(gsampler2D, ivec2, int, offset ivec2) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 texelFetchOffset(gsampler3D, ivec3, int, offset ivec3) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 texelFetchOffset(gsampler2DRect, ivec2, offset ivec2) = fetch(&[P, OFFSET]);
        gvec4 texelFetchOffset(gsampler1DArray, ivec2, int, offset int) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 texelFetchOffset(gsampler2DArray, ivec3, int, offset ivec2) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 textureProjOffset(gsampler1D, vec2, offset int) = project(&[P, OFFSET]);
        gvec4 textureProjOffset(gsampler1D, vec4, offset int) = project(&[P, OFFSET]);
        gvec4 textureProjOffset(gsampler2D, vec3, offset ivec2) = project(&[P, OFFSET]);
        gvec4 textureProjOffset(gsampler2D, vec4, offset ivec2) = project(&[P, OFFSET]);
        gvec4 textureProjOffset(gsampler3D, vec4, offset ivec3) = project(&[P, OFFSET]);
        gvec4 textureProjOffset(gsampler2DRect, vec3, offset ivec2) = project(&[P, OFFSET]);
        gvec4 textureProjOffset(gsampler2DRect, vec4, offset ivec2) = project(&[P, OFFSET]);
        float textureProjOffset(sampler2DRectShadow, vec4, offset ivec2) = project(&[P, OFFSET]);
        float textureProjOffset(sampler1DShadow, vec4, offset int) = project(&[P, OFFSET]);
        float textureProjOffset(sampler2DShadow, vec4, offset ivec2) = project(&[P, OFFSET]);
        gvec4 textureLodOffset(gsampler1D, float, float, offset int) = sample(&[P, LEVEL, OFFSET]);
        gvec4 textureLodOffset(gsampler2D, vec2, float, offset ivec2) = sample(&[P, LEVEL, OFFSET]);
        gvec4 textureLodOffset(gsampler3D, vec3, float, offset ivec3) = sample(&[P, LEVEL, OFFSET]);
        float textureLodOffset(sampler1DShadow, vec3, float, offset int) = sample(&[P, LEVEL, OFFSET]);
        float textureLodOffset(sampler2DShadow, vec3, float, offset ivec2) = sample(&[P, LEVEL, OFFSET]);
        gvec4 textureLodOffset(gsampler1DArray, vec2, float, offset int) = sample(&[P, LEVEL, OFFSET]);
        gvec4 textureLodOffset(gsampler2DArray, vec3, float, offset ivec2) = sample(&[P, LEVEL, OFFSET]);
        float textureLodOffset(sampler1DArrayShadow, vec3, float, offset int) = sample(&[P, LEVEL, OFFSET]);
        gvec4 textureProjLod(gsampler1D, vec2, float) = project(&[P, LEVEL]);
        gvec4 textureProjLod(gsampler1D, vec4, float) = project(&[P, LEVEL]);
        gvec4 textureProjLod(gsampler2D, vec3, float) = project(&[P, LEVEL]);
        gvec4 textureProjLod(gsampler2D, vec4, float) = project(&[P, LEVEL]);
        gvec4 textureProjLod(gsampler3D, vec4, float) = project(&[P, LEVEL]);
        float textureProjLod(sampler1DShadow, vec4, float) = project(&[P, LEVEL]);
        float textureProjLod(sampler2DShadow, vec4, float) = project(&[P, LEVEL]);
        gvec4 textureProjLodOffset(gsampler1D, vec2, float, offset int) = project(&[P, LEVEL, OFFSET]);
        gvec4 textureProjLodOffset(gsampler1D, vec4, float, offset int) = project(&[P, LEVEL, OFFSET]);
        gvec4 textureProjLodOffset(gsampler2D, vec3, float, offset ivec2) = project(&[P, LEVEL, OFFSET]);
        gvec4 textureProjLodOffset(gsampler2D, vec4, float, offset ivec2) = project(&[P, LEVEL, OFFSET]);
        gvec4 textureProjLodOffset(gsampler3D, vec4, float, offset ivec3) = project(&[P, LEVEL, OFFSET]);
        float textureProjLodOffset(sampler1DShadow, vec4, float, offset int) = project(&[P, LEVEL, OFFSET]);
        float textureProjLodOffset(sampler2DShadow, vec4, float, offset ivec2) = project(&[P, LEVEL, OFFSET]);
    }
}

functions! { TEXTURE_BIAS:
    [TEXELS; DERIVATIVES] {
        gvec4 texture(gsampler1D, float, float) = sample(&[P, BIAS]);
        gvec4 texture(gsampler2D, vec2, float) = sample(&[P, BIAS]);
        gvec4 texture(gsampler3D, vec3, float) = sample(&[P, BIAS]);
        gvec4 texture(gsamplerCube, vec3, float) = sample(&[P, BIAS]);
        float texture(sampler1DShadow, vec3, float) = sample(&[P, BIAS]);
        float texture(sampler2DShadow, vec3, float) = sample(&[P, BIAS]);
        float texture(samplerCubeShadow, vec4, float) = sample(&[P, BIAS]);
        gvec4 texture(gsampler2DArray, vec3, float) = sample(&[P, BIAS]);
        gvec4 texture(gsamplerCubeArray, vec4, float) = sample(&[P, BIAS]);
        gvec4 texture(gsampler1DArray, vec2, float) = sample(&[P, BIAS]);
        float texture(sampler1DArrayShadow, vec3, float) = sample(&[P, BIAS]);
        gvec4 textureProj(gsampler1D, vec2, float) = project(&[P, BIAS]);
        gvec4 textureProj(gsampler1D, vec4, float) = project(&[P, BIAS]);
        gvec4 textureProj(gsampler2D, vec3, float) = project(&[P, BIAS]);
        gvec4 textureProj(gsampler2D, vec4, float) = project(&[P, BIAS]);
        gvec4 textureProj(gsampler3D, vec4, float) = project(&[P, BIAS]);
        float textureProj(sampler1DShadow, vec4, float) = project(&[P, BIAS]);
        float textureProj(sampler2DShadow, vec4, float) = project(&[P, BIAS]);
        gvec4 textureOffset(gsampler1D, float, offset int, float) = sample(&[P, OFFSET, BIAS]);
        gvec4 textureOffset(gsampler2D, vec2, offset ivec2, float) = sample(&[P, OFFSET, BIAS]);
        gvec4 textureOffset(gsampler3D, vec3, offset ivec3, float) = sample(&[P, OFFSET, BIAS]);
        float textureOffset(sampler2DShadow, vec3, offset ivec2, float) = sample(&[P, OFFSET, BIAS]);
        float textureOffset(sampler1DShadow, vec3, offset int, float) = sample(&[P, OFFSET, BIAS]);
        gvec4 textureOffset(gsampler1DArray, vec2, offset int, float) = sample(&[P, OFFSET, BIAS]);
        gvec4 textureOffset(gsampler2DArray, vec3, offset ivec2, float) = sample(&[P, OFFSET, BIAS]);
        float textureOffset(sampler1DArrayShadow, vec3, offset int, float) = sample(&[P, OFFSET, BIAS]);
        gvec4 textureProjOffset(gsampler1D, vec2, offset int, float) = project(&[P, OFFSET, BIAS]);
        gvec4 textureProjOffset(gsampler1D, vec4, offset int, float) = project(&[P, OFFSET, BIAS]);
        gvec4 textureProjOffset(gsampler2D, vec3, offset ivec2, float) = project(&[P, OFFSET, BIAS]);
        gvec4 textureProjOffset(gsampler2D, vec4, offset ivec2, float) = project(&[P, OFFSET, BIAS]);
        gvec4 textureProjOffset(gsampler3D, vec4, offset ivec3, float) = project(&[P, OFFSET, BIAS]);
        float textureProjOffset(sampler1DShadow, vec4, offset int, float) = project(&[P, OFFSET, BIAS]);
        float textureProjOffset(sampler2DShadow, vec4, offset ivec2, float) = project(&[P, OFFSET, BIAS]);
    }
}

functions! { TEXTURE_GRAD:
    [&[free(scalar::F32)]; TEXTURE_LOD] {
        gvec4 texture1DGradARB(gsampler1D, float, float, float) = sample(&[P, DX, DY]);
        gvec4 texture1DProjGradARB(gsampler1D, vec2, float, float) = project(&[P, DX, DY]);
        gvec4 texture1DProjGradARB(gsampler1D, vec4, float, float) = project(&[P, DX, DY]);
        gvec4 texture2DGradARB(gsampler2D, vec2, vec2, vec2) = sample(&[P, DX, DY]);
        gvec4 texture2DProjGradARB(gsampler2D, vec3, vec2, vec2) = project(&[P, DX, DY]);
        gvec4 texture2DProjGradARB(gsampler2D, vec4, vec2, vec2) = project(&[P, DX, DY]);
        gvec4 texture3DGradARB(gsampler3D, vec3, vec3, vec3) = sample(&[P, DX, DY]);
        gvec4 texture3DProjGradARB(gsampler3D, vec4, vec3, vec3) = project(&[P, DX, DY]);
        gvec4 textureCubeGradARB(gsamplerCube, vec3, vec3, vec3) = sample(&[P, DX, DY]);
        gvec4 texture2DRectGradARB(gsampler2DRect, vec2, vec2, vec2) = sample(&[P, DX, DY]);
        gvec4 texture2DRectProjGradARB(gsampler2DRect, vec3, vec2, vec2) = project(&[P, DX, DY]);
        gvec4 texture2DRectProjGradARB(gsampler2DRect, vec4, vec2, vec2) = project(&[P, DX, DY]);
    }
    [TEXELS; NOTHING] {
        gvec4 textureGrad(gsampler1D, float, float, float) = sample(&[P, DX, DY]);
        gvec4 textureGrad(gsampler2D, vec2, vec2, vec2) = sample(&[P, DX, DY]);
        gvec4 textureGrad(gsampler3D, vec3, vec3, vec3) = sample(&[P, DX, DY]);
        gvec4 textureGrad(gsamplerCube, vec3, vec3, vec3) = sample(&[P, DX, DY]);
        gvec4 textureGrad(gsampler2DRect, vec2, vec2, vec2) = sample(&[P, DX, DY]);
        float textureGrad(sampler2DRectShadow, vec3, vec2, vec2) = sample(&[P, DX, DY]);
        float textureGrad(sampler1DShadow, vec3, float, float) = sample(&[P, DX, DY]);
        gvec4 textureGrad(gsampler1DArray, vec2, float, float) = sample(&[P, DX, DY]);
        float textureGrad(sampler1DArrayShadow, vec3, float, float) = sample(&[P, DX, DY]);
        float textureGrad(sampler2DShadow, vec3, vec2, vec2) = sample(&[P, DX, DY]);
        float textureGrad(samplerCubeShadow, vec4, vec3, vec3) = sample(&[P, DX, DY]);
        gvec4 textureGrad(gsampler2DArray, vec3, vec2, vec2) = sample(&[P, DX, DY]);
        float textureGrad(sampler2DArrayShadow, vec4, vec2, vec2) = sample(&[P, DX, DY]);
        gvec4 textureGrad(gsamplerCubeArray, vec4, vec3, vec3) = sample(&[P, DX, DY]);
        float textureGrad(samplerCubeArrayShadow, vec4, float, vec3, vec3) = sample(&[P, COMPARE, DX, DY]);
        gvec4 textureGradOffset(gsampler1D, float, float, float, offset int) = sample(&[P, DX, DY, OFFSET]);
        gvec4 textureGradOffset(gsampler2D, vec2, vec2, vec2, offset ivec2) = sample(&[P, DX, DY, OFFSET]);
        gvec4 textureGradOffset(gsampler3D, vec3, vec3, vec3, offset ivec3) = sample(&[P, DX, DY, OFFSET]);
        gvec4 textureGradOffset(gsampler2DRect, vec2, vec2, vec2, offset ivec2) =
            sample(&[P, DX, DY, OFFSET]);
        float textureGradOffset(sampler2DRectShadow, vec3, vec2, vec2, offset ivec2) =
            sample(&[P, DX, DY, OFFSET]);
        float textureGradOffset(sampler1DShadow, vec3, float, float, offset int) =
            sample(&[P, DX, DY, OFFSET]);
        float textureGradOffset(sampler2DShadow, vec3, vec2, vec2, offset ivec2) =
            sample(&[P, DX, DY, OFFSET]);
        gvec4 textureGradOffset(gsampler2DArray, vec3, vec2, vec2, offset ivec2) =
            sample(&[P, DX, DY, OFFSET]);
        gvec4 textureGradOffset(gsampler1DArray, vec2, float, float, offset int) =
            sample(&[P, DX, DY, OFFSET]);
        float textureGradOffset(sampler1DArrayShadow, vec3, float, float, offset int) =
            sample(&[P, DX, DY, OFFSET]);
        float textureGradOffset(sampler2DArrayShadow, vec4, vec2, vec2, offset ivec2) =
            sample(&[P, DX, DY, OFFSET]);
        gvec4 textureProjGrad(gsampler1D, vec2, float, float) = project(&[P, DX, DY]);
        gvec4 textureProjGrad(gsampler1D, vec4, float, float) = project(&[P, DX, DY]);
        gvec4 textureProjGrad(gsampler2D, vec3, vec2, vec2) = project(&[P, DX, DY]);
        gvec4 textureProjGrad(gsampler2D, vec4, vec2, vec2) = project(&[P, DX, DY]);
        gvec4 textureProjGrad(gsampler3D, vec4, vec3, vec3) = project(&[P, DX, DY]);
        gvec4 textureProjGrad(gsampler2DRect, vec3, vec2, vec2) = project(&[P, DX, DY]);
        gvec4 textureProjGrad(gsampler2DRect, vec4, vec2, vec2) = project(&[P, DX, DY]);
        float textureProjGrad(sampler2DRectShadow, vec4, vec2, vec2) = project(&[P, DX, DY]);
        float textureProjGrad(sampler1DShadow, vec4, float, float) = project(&[P, DX, DY]);
        float textureProjGrad(sampler2DShadow, vec4, vec2, vec2) = project(&[P, DX, DY]);
        gvec4 textureProjGradOffset(gsampler1D, vec2, float, float, offset int) =
            project(&[P, DX, DY, OFFSET]);
        gvec4 textureProjGradOffset(gsampler1D, vec4, float, float, offset int) =
            project(&[P, DX, DY, OFFSET]);
        gvec4 textureProjGradOffset(gsampler2D, vec3, vec2, vec2, offset ivec2) =
            project(&[P, DX, DY, OFFSET]);
        gvec4 textureProjGradOffset(gsampler2D, vec4, vec2, vec2, offset ivec2) =
            project(&[P, DX, DY, OFFSET]);
        gvec4 textureProjGradOffset(gsampler3D, vec4, vec3, vec3, offset ivec3) =
            project(&[P, DX, DY, OFFSET]);
        gvec4 textureProjGradOffset(gsampler2DRect, vec3, vec2, vec2, offset ivec2) =
            project(&[P, DX, DY, OFFSET]);
        gvec4 textureProjGradOffset(gsampler2DRect, vec4, vec2, vec2, offset ivec2) =
            project(&[P, DX, DY, OFFSET]);
        float textureProjGradOffset(sampler2DRectShadow, vec4, vec2, vec2, offset ivec2) =
            project(&[P, DX, DY, OFFSET]);
        float textureProjGradOffset(sampler1DShadow, vec4, float, float, offset int) =
            project(&[P, DX, DY, OFFSET]);
        float textureProjGradOffset(sampler2DShadow, vec4, vec2, vec2, offset ivec2) =
            project(&[P, DX, DY, OFFSET]);
    }
}

functions! { TEXTURE_GATHER:
    [TEXELS; GATHER] {
        gvec4 textureGather(gsampler2D, vec2, optional const int) = gather(&[P, COMPONENT]);
        gvec4 textureGather(gsampler2DArray, vec3, optional const int) = gather(&[P, COMPONENT]);
        gvec4 textureGather(gsamplerCube, vec3, optional const int) = gather(&[P, COMPONENT]);
        gvec4 textureGather(gsamplerCubeArray, vec4, optional const int) = gather(&[P, COMPONENT]);
        gvec4 textureGather(gsampler2DRect, vec2, optional const int) = gather(&[P, COMPONENT]);
        vec4 textureGather(sampler2DShadow, vec2, float) = gather(&[P, COMPARE]);
        vec4 textureGather(sampler2DArrayShadow, vec3, float) = gather(&[P, COMPARE]);
        vec4 textureGather(samplerCubeShadow, vec3, float) = gather(&[P, COMPARE]);
        vec4 textureGather(samplerCubeArrayShadow, vec4, float) = gather(&[P, COMPARE]);
        vec4 textureGather(sampler2DRectShadow, vec2, float) = gather(&[P, COMPARE]);
        gvec4 textureGatherOffset(gsampler2D, vec2, ivec2, optional const int) =
            gather(&[P, OFFSET, COMPONENT]);
        gvec4 textureGatherOffset(gsampler2DArray, vec3, ivec2, optional const int) =
            gather(&[P, OFFSET, COMPONENT]);
        vec4 textureGatherOffset(sampler2DShadow, vec2, float, ivec2) = gather(&[P, COMPARE, OFFSET]);
        vec4 textureGatherOffset(sampler2DArrayShadow, vec3, float, ivec2) = gather(&[P, COMPARE, OFFSET]);
        gvec4 textureGatherOffset(gsampler2DRect, vec2, ivec2, optional const int) =
            gather(&[P, OFFSET, COMPONENT]);
        vec4 textureGatherOffset(sampler2DRectShadow, vec2, float, ivec2) = gather(&[P, COMPARE, OFFSET]);
    }
    [TEXELS; GATHER_OFFSETS] {
        gvec4 textureGatherOffsets(gsampler2D, vec2, offset ivec2_4, optional const int) =
            gather(&[P, OFFSETS, COMPONENT]);
        gvec4 textureGatherOffsets(gsampler2DArray, vec3, offset ivec2_4, optional const int) =
            gather(&[P, OFFSETS, COMPONENT]);
        vec4 textureGatherOffsets(sampler2DShadow, vec2, float, offset ivec2_4) =
            gather(&[P, COMPARE, OFFSETS]);
        vec4 textureGatherOffsets(sampler2DArrayShadow, vec3, float, offset ivec2_4) =
            gather(&[P, COMPARE, OFFSETS]);
        gvec4 textureGatherOffsets(gsampler2DRect, vec2, offset ivec2_4, optional const int) =
            gather(&[P, OFFSETS, COMPONENT]);
        vec4 textureGatherOffsets(sampler2DRectShadow, vec2, float, offset ivec2_4) =
            gather(&[P, COMPARE, OFFSETS]);
    }
}

functions! { SAMPLERLESS:
    [TEXELS; SAMPLERLESS_NEEDS] {
        int textureSize(gtexture1D, int) = TextureQuery(Q::Size);
        ivec2 textureSize(gtexture2D, int) = TextureQuery(Q::Size);
        ivec3 textureSize(gtexture3D, int) = TextureQuery(Q::Size);
        ivec2 textureSize(gtextureCube, int) = TextureQuery(Q::Size);
        ivec3 textureSize(gtextureCubeArray, int) = TextureQuery(Q::Size);
        ivec2 textureSize(gtexture1DArray, int) = TextureQuery(Q::Size);
        ivec3 textureSize(gtexture2DArray, int) = TextureQuery(Q::Size);
        ivec2 textureSize(gtexture2DRect) = TextureQuery(Q::Size);
        int textureSize(gtextureBuffer) = TextureQuery(Q::Size);
        ivec2 textureSize(gtexture2DMS) = TextureQuery(Q::Size);
        ivec3 textureSize(gtexture2DMSArray) = TextureQuery(Q::Size);
        int textureQueryLevels(gtexture1D) = TextureQuery(Q::Levels);
        int textureQueryLevels(gtexture2D) = TextureQuery(Q::Levels);
        int textureQueryLevels(gtexture3D) = TextureQuery(Q::Levels);
        int textureQueryLevels(gtextureCube) = TextureQuery(Q::Levels);
        int textureQueryLevels(gtexture1DArray) = TextureQuery(Q::Levels);
        int textureQueryLevels(gtexture2DArray) = TextureQuery(Q::Levels);
        int textureQueryLevels(gtextureCubeArray) = TextureQuery(Q::Levels);
        int textureSamples(gtexture2DMS) = TextureQuery(Q::Samples);
        int textureSamples(gtexture2DMSArray) = TextureQuery(Q::Samples);
        gvec4 texelFetch(gtexture1D, int, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gtexture2D, ivec2, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gtexture3D, ivec3, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gtexture2DRect, ivec2) = fetch(&[P]);
        gvec4 texelFetch(gtexture1DArray, ivec2, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gtexture2DArray, ivec3, int) = fetch(&[P, LEVEL]);
        gvec4 texelFetch(gtextureBuffer, int) = fetch(&[P]);
        gvec4 texelFetch(gtexture2DMS, ivec2, int) = fetch(&[P, SAMPLE]);
        gvec4 texelFetch(gtexture2DMSArray, ivec3, int) = fetch(&[P, SAMPLE]);
        gvec4 texelFetchOffset(gtexture1D, int, int, offset int) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 texelFetchOffset(gtexture2D, ivec2, int, offset ivec2) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 texelFetchOffset(gtexture3D, ivec3, int, offset ivec3) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 texelFetchOffset(gtexture2DRect, ivec2, offset ivec2) = fetch(&[P, OFFSET]);
        gvec4 texelFetchOffset(gtexture1DArray, ivec2, int, offset int) = fetch(&[P, LEVEL, OFFSET]);
        gvec4 texelFetchOffset(gtexture2DArray, ivec3, int, offset ivec2) = fetch(&[P, LEVEL, OFFSET]);
    }
}
