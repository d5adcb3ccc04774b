//! Texture functions with an explicit level of detail or a bias for shadow samplers (GL_EXT_texture_shadow_lod), and
//! level-of-detail queries under their older name (GL_ARB_texture_query_lod).

use super::prelude::*;
use super::texture::{operands::*, sample};
use TextureQuery as Q;

const SHADOW_LOD: Needs = Needs::extensions(&["GL_EXT_texture_shadow_lod"]);
const QUERY_LOD: Needs = Needs::extensions(&["GL_ARB_texture_query_lod"]);

functions! { TEXTURE_LOD:
    [TEXELS; SHADOW_LOD] {
        float texture(sampler2DArrayShadow, vec4, float) = sample(&[P, BIAS]);
        float texture(samplerCubeArrayShadow, vec4, float, float) = sample(&[P, COMPARE, BIAS]);
        float textureLod(sampler2DArrayShadow, vec4, float) = sample(&[P, LEVEL]);
        float textureLod(samplerCubeArrayShadow, vec4, float, float) = sample(&[P, COMPARE, LEVEL]);
        float textureLod(samplerCubeShadow, vec4, float) = sample(&[P, LEVEL]);
        float textureLodOffset(sampler2DArrayShadow, vec4, float, offset ivec2) = sample(&[P, LEVEL, OFFSET]);
        float textureOffset(sampler2DArrayShadow, vec4, offset ivec2, float) = sample(&[P, OFFSET, BIAS]);
    }
    [TEXELS; QUERY_LOD] {
        vec2 textureQueryLOD(gsampler1D, float) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(gsampler2D, vec2) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(gsampler3D, vec3) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(gsampler1DArray, float) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(gsampler2DArray, vec2) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(gsamplerCubeArray, vec3) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(sampler1DArrayShadow, float) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(sampler2DArrayShadow, vec2) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(samplerCubeArrayShadow, vec3) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(gsamplerCube, vec3) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(sampler1DShadow, float) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(sampler2DShadow, vec2) = TextureQuery(Q::Lod);
        vec2 textureQueryLOD(samplerCubeShadow, vec3) = TextureQuery(Q::Lod);
    }
}
