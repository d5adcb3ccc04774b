//! Names of built-in types, in tables that are searched by name and by type.

use crate::builtins::signature::Needs;
use crate::types::{ImageType, Scalar, ScalarKind, TextureDim, TextureType, TypeKind, scalar};
use naga::ImageDimension;

/// The name of a scalar type.
struct ScalarName {
    name: &'static str,
    /// The prefix of the names of its vector types (`vec`) and matrix types (`mat`). Aliases without vector
    /// types have a prefix that no name starts with.
    vectors: &'static str,
    scalar: Scalar,
    needs: Needs,
}

const fn name(name: &'static str, vectors: &'static str, scalar: Scalar, needs: Needs) -> ScalarName {
    ScalarName { name, vectors, scalar, needs }
}

const INT8: Needs = Needs::extensions(&[
    "GL_EXT_shader_explicit_arithmetic_types_int8",
    "GL_NV_gpu_shader5",
    "GL_EXT_shader_8bit_storage",
]);
const INT16: Needs = Needs::extensions(&[
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_NV_gpu_shader5",
    "GL_EXT_shader_16bit_storage",
    "GL_AMD_gpu_shader_int16",
]);
const INT32: Needs = Needs::extensions(&[
    "GL_EXT_shader_explicit_arithmetic_types_int32",
    "GL_NV_gpu_shader5",
    "GL_NV_integer_cooperative_matrix",
    "GL_KHR_cooperative_matrix",
]);
const INT64: Needs = Needs::extensions(&[
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_ARB_gpu_shader_int64",
    "GL_NV_gpu_shader5",
    "GL_AMD_gpu_shader_int64",
    "GL_NV_shader_buffer_load",
    "GL_NV_shader_atomic_int64",
]);
const FLOAT16: Needs = Needs::extensions(&[
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_NV_gpu_shader5",
    "GL_AMD_gpu_shader_half_float",
    "GL_EXT_shader_16bit_storage",
]);
const FLOAT32: Needs = Needs::extensions(&[
    "GL_EXT_shader_explicit_arithmetic_types_float32",
    "GL_NV_gpu_shader5",
    "GL_NV_cooperative_matrix",
    "GL_KHR_cooperative_matrix",
]);
const FLOAT64: Needs =
    Needs::extensions(&["GL_EXT_shader_explicit_arithmetic_types_float64", "GL_NV_gpu_shader5"]);
const DOUBLE: Needs =
    Needs::version(400, 0, &["GL_ARB_gpu_shader_fp64", "GL_EXT_shader_explicit_arithmetic_types_float64"]);
const UINT: Needs = Needs::version(130, 300, &[]);
const POINTER: Needs = Needs::extensions(&["GL_NV_shader_buffer_load"]);

/// The scalar types. The preferred name of a type, which diagnostics use, comes before its aliases.
static SCALARS: &[ScalarName] = &[
    name("bool", "b", scalar::BOOL, Needs::NOTHING),
    name("int", "i", scalar::I32, Needs::NOTHING),
    name("uint", "u", scalar::U32, UINT),
    name("float", "", scalar::F32, Needs::NOTHING),
    name("double", "d", scalar::F64, DOUBLE),
    name("int8_t", "i8", scalar::I8, INT8),
    name("uint8_t", "u8", scalar::U8, INT8),
    name("int16_t", "i16", scalar::I16, INT16),
    name("uint16_t", "u16", scalar::U16, INT16),
    name("int64_t", "i64", scalar::I64, INT64),
    name("uint64_t", "u64", scalar::U64, INT64),
    name("float16_t", "f16", scalar::F16, FLOAT16),
    name("bfloat16_t", "bf16", scalar::BF16, Needs::extensions(&["GL_EXT_bfloat16"])),
    name("floate4m3_t", "fe4m3", scalar::E4M3, Needs::extensions(&["GL_EXT_float_e4m3"])),
    name("floate5m2_t", "fe5m2", scalar::E5M2, Needs::extensions(&["GL_EXT_float_e5m2"])),
    name("floate2m1_t", "fe2m1", scalar::E2M1, Needs::extensions(&["GL_EXT_float_e2m1"])),
    name("floate3m2_t", "fe3m2", scalar::E3M2, Needs::extensions(&["GL_EXT_float_e3m2"])),
    name("floate2m3_t", "fe2m3", scalar::E2M3, Needs::extensions(&["GL_EXT_float_e2m3"])),
    name("floatue8m0_t", "fue8m0", scalar::UE8M0, Needs::extensions(&["GL_EXT_float_ue8m0"])),
    name("floatmxint8_t", "fmxint8", scalar::MXINT8, Needs::extensions(&["GL_EXT_float_mxint8"])),
    name("int32_t", "i32", scalar::I32, INT32),
    name("uint32_t", "u32", scalar::U32, INT32),
    name("float32_t", "f32", scalar::F32, FLOAT32),
    name("float64_t", "f64", scalar::F64, FLOAT64),
    name("intptr_t", "-", scalar::I64, POINTER),
    name("uintptr_t", "-", scalar::U64, POINTER),
];

/// Returns the version or extensions that a scalar type requires.
pub fn needs(scalar: Scalar) -> &'static Needs {
    SCALARS.iter().find(|row| row.scalar == scalar).map_or(&Needs::NOTHING, |row| &row.needs)
}

/// Returns the name of a scalar type.
pub fn of_scalar(scalar: Scalar) -> &'static str {
    SCALARS.iter().find(|row| row.scalar == scalar).map_or("?", |row| row.name)
}

/// A dimension suffix of `sampler`, `texture` and `image`, such as `2DArray`.
struct DimName {
    name: &'static str,
    dim: TextureDim,
    arrayed: bool,
    multi: bool,
    shadow: bool,
}

const fn dim(name: &'static str, dim: TextureDim, arrayed: bool, multi: bool, shadow: bool) -> DimName {
    DimName { name, dim, arrayed, multi, shadow }
}

const D1: TextureDim = TextureDim::Image(ImageDimension::D1);
const D2: TextureDim = TextureDim::Image(ImageDimension::D2);
const D3: TextureDim = TextureDim::Image(ImageDimension::D3);
const CUBE: TextureDim = TextureDim::Image(ImageDimension::Cube);

static DIMS: &[DimName] = &[
    dim("1D", D1, false, false, false),
    dim("2D", D2, false, false, false),
    dim("3D", D3, false, false, false),
    dim("Cube", CUBE, false, false, false),
    dim("2DRect", TextureDim::Rect, false, false, false),
    dim("Buffer", TextureDim::Buffer, false, false, false),
    dim("1DArray", D1, true, false, false),
    dim("2DArray", D2, true, false, false),
    dim("CubeArray", CUBE, true, false, false),
    dim("2DMS", D2, false, true, false),
    dim("2DMSArray", D2, true, true, false),
    dim("1DShadow", D1, false, false, true),
    dim("2DShadow", D2, false, false, true),
    dim("CubeShadow", CUBE, false, false, true),
    dim("2DRectShadow", TextureDim::Rect, false, false, true),
    dim("1DArrayShadow", D1, true, false, true),
    dim("2DArrayShadow", D2, true, false, true),
    dim("CubeArrayShadow", CUBE, true, false, true),
];

static NOTHING: Needs = Needs::NOTHING;
static IMAGES: Needs =
    Needs::version(420, 310, &["GL_ARB_shader_image_load_store", "GL_EXT_shader_image_load_store"]);
static IMAGES64: Needs = Needs::extensions(&["GL_EXT_shader_image_int64"]);
static COUNTERS: Needs = Needs::version(420, 310, &["GL_ARB_shader_atomic_counters"]);
static RAYS_NV: Needs = Needs::extensions(&["GL_NV_ray_tracing", "GL_NV_displacement_micromap"]);
static RAYS: Needs = Needs::extensions(&["GL_EXT_ray_query"]);

/// Iterates over the names that [`find`] accepts, except some matrix types and `accelerationStructureNV`.
pub fn names() -> impl Iterator<Item = String> {
    let shapes = ["vec2", "vec3", "vec4", "mat2", "mat3", "mat4", "mat2x3", "mat3x4", "mat4x2"];
    let scalars = SCALARS.iter().map(|row| row.name.to_owned());
    let composed = SCALARS.iter().flat_map(move |row| shapes.map(|shape| format!("{}{shape}", row.vectors)));
    let opaque = DIMS.iter().flat_map(|row| {
        ["", "i", "u", "i64", "u64"].into_iter().flat_map(|prefix| {
            ["sampler", "texture", "image"].map(|base| format!("{prefix}{base}{}", row.name))
        })
    });
    let others =
        ["void", "atomic_uint", "sampler", "samplerShadow", "rayQueryEXT", "accelerationStructureEXT"]
            .map(str::to_owned);
    scalars.chain(composed).chain(opaque).chain(others).filter(|name| find(name).is_some())
}

/// Looks up a built-in type by name, with the version or extensions that it requires. Types with parameters, such as
/// cooperative matrices, are not found.
pub fn find(text: &str) -> Option<(TypeKind, &'static Needs)> {
    match text {
        "void" => return Some((TypeKind::Void, &NOTHING)),
        "atomic_uint" => return Some((TypeKind::AtomicCounter, &COUNTERS)),
        "rayQueryEXT" => return Some((TypeKind::RayQuery, &RAYS)),
        "accelerationStructureNV" => return Some((TypeKind::AccelerationStructure, &RAYS_NV)),
        "accelerationStructureEXT" => return Some((TypeKind::AccelerationStructure, &RAYS)),
        "sampler" => return Some((TypeKind::Sampler(false), &NOTHING)),
        "samplerShadow" => return Some((TypeKind::Sampler(true), &NOTHING)),
        _ => {}
    }
    if let Some(row) = SCALARS.iter().find(|row| row.name == text) {
        return Some((TypeKind::Scalar(row.scalar), &row.needs));
    }
    vector_or_matrix(text).or_else(|| opaque(text))
}

fn size(text: &str) -> Option<u16> {
    match text {
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        _ => None,
    }
}

fn vector_or_matrix(text: &str) -> Option<(TypeKind, &'static Needs)> {
    // Most names are rejected here, before the search.
    if !text.ends_with(['2', '3', '4']) {
        return None;
    }
    let (prefix, rest) =
        if let Some(at) = text.find("vec") { text.split_at(at) } else { text.split_at(text.find("mat")?) };
    let row = SCALARS.iter().find(|row| row.vectors == prefix)?;
    let scalar = row.scalar;
    if let Some(count) = rest.strip_prefix("vec") {
        return Some((TypeKind::Vector(size(count)?, scalar), &row.needs));
    }
    let sizes = rest.strip_prefix("mat")?;
    if scalar.kind != ScalarKind::Float {
        return None;
    }
    let (columns, rows) = sizes.split_once('x').unwrap_or((sizes, sizes));
    Some((TypeKind::Matrix { columns: size(columns)?, rows: size(rows)?, scalar }, &row.needs))
}

fn opaque(text: &str) -> Option<(TypeKind, &'static Needs)> {
    let kinds = [
        ("i64", scalar::I64),
        ("u64", scalar::U64),
        ("i", scalar::I32),
        ("u", scalar::U32),
        ("", scalar::F32),
    ];
    let bases = ["sampler", "texture", "image"];
    for (prefix, scalar) in kinds {
        let Some(rest) = text.strip_prefix(prefix) else { continue };
        let Some((base, name)) = bases.iter().find_map(|&base| Some((base, rest.strip_prefix(base)?))) else {
            continue;
        };
        let row = DIMS.iter().find(|row| row.name == name)?;
        let DimName { dim, arrayed, multi, shadow, .. } = *row;
        if base == "image" {
            let needs = if scalar.width == 8 { &IMAGES64 } else { &IMAGES };
            return (!shadow).then_some((TypeKind::Image(ImageType { scalar, dim, arrayed, multi }), needs));
        }
        let combined = base == "sampler";
        if scalar.width == 8 || (shadow && (scalar != scalar::F32 || !combined)) {
            return None;
        }
        let kind = scalar.kind;
        return Some((
            TypeKind::Texture(TextureType { kind, dim, arrayed, multi, shadow, combined }),
            &NOTHING,
        ));
    }
    None
}

/// Returns the suffix of a texture or image type, such as `2DArray`.
pub fn dimension(dim: TextureDim, arrayed: bool, multi: bool, shadow: bool) -> &'static str {
    DIMS.iter()
        .find(|row| row.dim == dim && row.arrayed == arrayed && row.multi == multi && row.shadow == shadow)
        .map_or("?", |row| row.name)
}

/// Returns the name of a built-in type.
pub fn show(kind: &TypeKind) -> String {
    let dims = dimension;
    let vectors =
        |scalar: Scalar| SCALARS.iter().find(|row| row.scalar == scalar).map_or("?", |row| row.vectors);
    match *kind {
        TypeKind::Void => "void".to_string(),
        TypeKind::Scalar(scalar) => of_scalar(scalar).to_string(),
        TypeKind::Vector(size @ 2..=4, scalar) => format!("{}vec{size}", vectors(scalar)),
        TypeKind::Vector(size, scalar) => format!("vector<{}, {size}>", of_scalar(scalar)),
        TypeKind::Matrix { columns, rows, scalar } if columns == rows => {
            format!("{}mat{}", vectors(scalar), columns as u8)
        }
        TypeKind::Matrix { columns, rows, scalar } => {
            format!("{}mat{}x{}", vectors(scalar), columns as u8, rows as u8)
        }
        TypeKind::Texture(t) => {
            let prefix = match t.kind {
                ScalarKind::Sint => "i",
                ScalarKind::Uint => "u",
                _ => "",
            };
            let base = if t.combined { "sampler" } else { "texture" };
            format!("{prefix}{base}{}", dims(t.dim, t.arrayed, t.multi, t.shadow))
        }
        TypeKind::Image(i) => {
            let prefix = match (i.scalar.kind, i.scalar.width) {
                (ScalarKind::Sint, 8) => "i64",
                (ScalarKind::Uint, 8) => "u64",
                (ScalarKind::Sint, _) => "i",
                (ScalarKind::Uint, _) => "u",
                _ => "",
            };
            format!("{prefix}image{}", dims(i.dim, i.arrayed, i.multi, false))
        }
        TypeKind::Sampler(false) => "sampler".to_string(),
        TypeKind::Sampler(true) => "samplerShadow".to_string(),
        TypeKind::AtomicCounter => "atomic_uint".to_string(),
        TypeKind::RayQuery => "rayQueryEXT".to_string(),
        TypeKind::AccelerationStructure => "accelerationStructureEXT".to_string(),
        TypeKind::Spirv(ref code) => format!("spirv_type(id = {})", code.number),
        TypeKind::String => "a string".to_string(),
        _ => "?".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{find, show};

    #[test]
    fn names_are_shown_as_found() {
        for text in [
            "vec3",
            "i8vec2",
            "bf16vec4",
            "fe2m1vec2",
            "fue8m0vec3",
            "dmat4x3",
            "f16mat2",
            "uimage2DMSArray",
            "sampler2DArrayShadow",
            "u64image2D",
        ] {
            let kind = find(text).map(|(kind, _)| kind);
            assert_eq!(kind.as_ref().map(show).as_deref(), Some(text));
        }
        for text in
            ["imat2", "bf16mat2", "vec5", "isampler2DShadow", "image2DShadow", "bvec", "xvec2", "mat2x5"]
        {
            assert!(find(text).is_none(), "{text}");
        }
    }
}
