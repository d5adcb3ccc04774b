//! Parameter types of prototypes, named as in the specifications.
//!
//! `genT` is a scalar or vector of the row's type variable `T`, like `genFType`; `vecT` is a vector of `T`.
//! `gsampler2D` is `sampler2D`, `isampler2D` or `usampler2D`.
#![allow(non_upper_case_globals)]

use super::signature::{Component, Pattern, Size};
use crate::types::{ScalarKind, TextureDim, scalar};
use naga::ImageDimension as Image;

/// Defines patterns of scalars and vectors.
macro_rules! values {
    ($($name:ident = $component:expr, $size:expr;)*) => {
        $(pub(super) const $name: Pattern = Pattern::Value($component, $size);)*
    };
}

/// The type variable of the row.
const ROW: Component = Component::T;
/// Signed integers of the width of `T`; [`UNSIGNED`] are unsigned ones.
const SIGNED: Component = Component::Same(ScalarKind::Sint);
const UNSIGNED: Component = Component::Same(ScalarKind::Uint);

const fn of(scalar: crate::types::Scalar) -> Component {
    Component::Fixed(scalar)
}

values! {
    T = ROW, Size::Fixed(1);
    genT = ROW, Size::N;
    vecT = ROW, Size::Vec;
    longT = ROW, Size::Long;
    vecMT = ROW, Size::M;
    vec3T = ROW, Size::Fixed(3);
    gvec4 = ROW, Size::Fixed(4);
    vecSigned = SIGNED, Size::Vec;
    vecUnsigned = UNSIGNED, Size::Vec;
    genSigned = SIGNED, Size::N;
    genUnsigned = UNSIGNED, Size::N;
    genBType = of(scalar::BOOL), Size::N;
    genIType = of(scalar::I32), Size::N;
    genUType = of(scalar::U32), Size::N;
    genFType = of(scalar::F32), Size::N;
    genDType = of(scalar::F64), Size::N;
    genF16Type = of(scalar::F16), Size::N;
    genI16Type = of(scalar::I16), Size::N;
    genU16Type = of(scalar::U16), Size::N;
    genBF16Type = of(scalar::BF16), Size::N;
    genE5M2Type = of(scalar::E5M2), Size::N;
    genE4M3Type = of(scalar::E4M3), Size::N;
    genUE8M0Type = of(scalar::UE8M0), Size::N;
    genMXINT8Type = of(scalar::MXINT8), Size::N;
    genE2M1Type = of(scalar::E2M1), Size::N;
    genE3M2Type = of(scalar::E3M2), Size::N;
    genE2M3Type = of(scalar::E2M3), Size::N;
    genI8Type = of(scalar::I8), Size::N;
    genU8Type = of(scalar::U8), Size::N;
    fe2m1vec2 = of(scalar::E2M1), Size::Fixed(2);
    fe2m1vec4 = of(scalar::E2M1), Size::Fixed(4);
    fe3m2vec4 = of(scalar::E3M2), Size::Fixed(4);
    fe2m3vec4 = of(scalar::E2M3), Size::Fixed(4);
    vector_e2m1_8 = of(scalar::E2M1), Size::Fixed(8);
    vector_e2m1_16 = of(scalar::E2M1), Size::Fixed(16);
    vector_e3m2_8 = of(scalar::E3M2), Size::Fixed(8);
    vector_e3m2_16 = of(scalar::E3M2), Size::Fixed(16);
    vector_e2m3_8 = of(scalar::E2M3), Size::Fixed(8);
    vector_e2m3_16 = of(scalar::E2M3), Size::Fixed(16);
    u16vec3 = of(scalar::U16), Size::Fixed(3);
    uint8_t = of(scalar::U8), Size::Fixed(1);
    u8vec3 = of(scalar::U8), Size::Fixed(3);
    genI64Type = of(scalar::I64), Size::N;
    genU64Type = of(scalar::U64), Size::N;
    bvec = of(scalar::BOOL), Size::Vec;
    bool = of(scalar::BOOL), Size::Fixed(1);
    int = of(scalar::I32), Size::Fixed(1);
    ivec2 = of(scalar::I32), Size::Fixed(2);
    ivec3 = of(scalar::I32), Size::Fixed(3);
    uint = of(scalar::U32), Size::Fixed(1);
    uvec2 = of(scalar::U32), Size::Fixed(2);
    uvec3 = of(scalar::U32), Size::Fixed(3);
    uvec4 = of(scalar::U32), Size::Fixed(4);
    float = of(scalar::F32), Size::Fixed(1);
    vec2 = of(scalar::F32), Size::Fixed(2);
    vec3 = of(scalar::F32), Size::Fixed(3);
    vec4 = of(scalar::F32), Size::Fixed(4);
    double = of(scalar::F64), Size::Fixed(1);
    int64_t = of(scalar::I64), Size::Fixed(1);
    uint64_t = of(scalar::U64), Size::Fixed(1);
    int16_t = of(scalar::I16), Size::Fixed(1);
    uint16_t = of(scalar::U16), Size::Fixed(1);
    i8vec2 = of(scalar::I8), Size::Fixed(2);
    i8vec4 = of(scalar::I8), Size::Fixed(4);
    u8vec2 = of(scalar::U8), Size::Fixed(2);
    u8vec4 = of(scalar::U8), Size::Fixed(4);
    i16vec2 = of(scalar::I16), Size::Fixed(2);
    i16vec4 = of(scalar::I16), Size::Fixed(4);
    u16vec2 = of(scalar::U16), Size::Fixed(2);
    u16vec4 = of(scalar::U16), Size::Fixed(4);
    f16vec2 = of(scalar::F16), Size::Fixed(2);
    f16vec4 = of(scalar::F16), Size::Fixed(4);
}

pub(super) const void: Pattern = Pattern::Void;
pub(super) const any: Pattern = Pattern::Any;
pub(super) const string: Pattern = Pattern::String;
pub(super) const atomic_uint: Pattern = Pattern::Counter;
pub(super) const rayQueryEXT: Pattern = Pattern::RayQuery;
pub(super) const accelerationStructureEXT: Pattern = Pattern::AccelerationStructure;
pub(super) const mat4x3: Pattern = Pattern::Matrix(Size::Fixed(4), Size::Fixed(3), of(scalar::F32));
/// The vertices of a triangle.
pub(super) const vec3_3: Pattern = Pattern::Offsets(of(scalar::F32), Size::Fixed(3), 3);
/// The end points of a linear swept sphere; `float_2` has their radii.
pub(super) const vec3_2: Pattern = Pattern::Offsets(of(scalar::F32), Size::Fixed(3), 2);
pub(super) const float_2: Pattern = Pattern::Offsets(of(scalar::F32), Size::Fixed(1), 2);
/// A matrix with `N` columns of `M` components.
pub(super) const matNM: Pattern = Pattern::Matrix(Size::Vec, Size::M, ROW);
pub(super) const matMN: Pattern = Pattern::Matrix(Size::M, Size::Vec, ROW);
pub(super) const matN: Pattern = Pattern::Matrix(Size::Vec, Size::Vec, ROW);
/// An array of scalars or vectors in memory.
pub(super) const array: Pattern = Pattern::Array(ROW, Size::N);
/// The texel offsets of a gather.
pub(super) const ivec2_4: Pattern = Pattern::Offsets(of(scalar::I32), Size::Fixed(2), 4);
/// `T *`, `f16vec2 *` and so on.
pub(super) const ptrT: Pattern = Pattern::Pointer(ROW, Size::Fixed(1));
pub(super) const ptr_f16vec2: Pattern = Pattern::Pointer(of(scalar::F16), Size::Fixed(2));
pub(super) const ptr_f16vec4: Pattern = Pattern::Pointer(of(scalar::F16), Size::Fixed(4));
pub(super) const ptr_void: Pattern = Pattern::VoidPointer;
pub(super) const coopmatA: Pattern = Pattern::CoopMatrix(0);
pub(super) const coopmatB: Pattern = Pattern::CoopMatrix(1);
pub(super) const coopmatC: Pattern = Pattern::CoopMatrix(2);

pub(super) const coopvec: Pattern = Pattern::CoopVector;
pub(super) const anycoopvec: Pattern = Pattern::AnyCoopVector;
pub(super) const anyarray: Pattern = Pattern::AnyArray;
pub(super) const element: Pattern = Pattern::Element;
pub(super) const tensorLayoutNV: Pattern = Pattern::TensorLayout;
pub(super) const tensorViewNV: Pattern = Pattern::TensorView;
pub(super) const newLayout: Pattern = Pattern::NewTensorLayout;
pub(super) const newView: Pattern = Pattern::NewTensorView;
pub(super) const function: Pattern = Pattern::Function;

/// Defines patterns of samplers, of textures without a sampler, and of shadow samplers.
macro_rules! textures {
    ($($sampler:ident $texture:ident $(shadow $shadow:ident)? = $dim:expr, $arrayed:literal, $multi:literal;)*) => {$(
        pub(super) const $sampler: Pattern = texture(ROW, $dim, $arrayed, $multi, false, true);
        pub(super) const $texture: Pattern = texture(ROW, $dim, $arrayed, $multi, false, false);
        $(pub(super) const $shadow: Pattern =
            texture(of(scalar::F32), $dim, $arrayed, $multi, true, true);)?
    )*};
}

const fn texture(
    component: Component,
    dim: TextureDim,
    arrayed: bool,
    multi: bool,
    shadow: bool,
    combined: bool,
) -> Pattern {
    Pattern::Texture { component, dim, arrayed, multi, shadow, combined }
}

const D1: TextureDim = TextureDim::Image(Image::D1);
const D2: TextureDim = TextureDim::Image(Image::D2);
const D3: TextureDim = TextureDim::Image(Image::D3);
const CUBE: TextureDim = TextureDim::Image(Image::Cube);
const RECT: TextureDim = TextureDim::Rect;
const BUFFER: TextureDim = TextureDim::Buffer;

textures! {
    gsampler1D gtexture1D shadow sampler1DShadow = D1, false, false;
    gsampler2D gtexture2D shadow sampler2DShadow = D2, false, false;
    gsampler3D gtexture3D = D3, false, false;
    gsamplerCube gtextureCube shadow samplerCubeShadow = CUBE, false, false;
    gsampler2DRect gtexture2DRect shadow sampler2DRectShadow = RECT, false, false;
    gsampler1DArray gtexture1DArray shadow sampler1DArrayShadow = D1, true, false;
    gsampler2DArray gtexture2DArray shadow sampler2DArrayShadow = D2, true, false;
    gsamplerCubeArray gtextureCubeArray shadow samplerCubeArrayShadow = CUBE, true, false;
    gsamplerBuffer gtextureBuffer = BUFFER, false, false;
    gsampler2DMS gtexture2DMS = D2, false, true;
    gsampler2DMSArray gtexture2DMSArray = D2, true, true;
}

/// Defines patterns of images with texels of `T` (`gimage2D`) and with float texels (`image2D`).
macro_rules! images {
    ($($name:ident $float:ident = $dim:expr, $arrayed:literal, $multi:literal;)*) => {$(
        pub(super) const $name: Pattern =
            Pattern::Image { component: ROW, dim: $dim, arrayed: $arrayed, multi: $multi };
        pub(super) const $float: Pattern =
            Pattern::Image { component: of(scalar::F32), dim: $dim, arrayed: $arrayed, multi: $multi };
    )*};
}

images! {
    gimage1D image1D = D1, false, false;
    gimage2D image2D = D2, false, false;
    gimage3D image3D = D3, false, false;
    gimage2DRect image2DRect = RECT, false, false;
    gimageCube imageCube = CUBE, false, false;
    gimageBuffer imageBuffer = BUFFER, false, false;
    gimage1DArray image1DArray = D1, true, false;
    gimage2DArray image2DArray = D2, true, false;
    gimageCubeArray imageCubeArray = CUBE, true, false;
    gimage2DMS image2DMS = D2, false, true;
    gimage2DMSArray image2DMSArray = D2, true, true;
}
