//! Layout names, as rows: what each is, and where it may stand (GLSL 4.4).

use crate::builtins::signature::Needs;
use crate::types::Layout;
use naga::StorageFormat;

/// What a layout name sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::check) enum Key {
    Binding,
    Set,
    Location,
    Offset,
    Align,
    ConstantId,
    PushConstant,
    /// Memory layout, by [`PACKINGS`]; [`OPEN`] leaves it to the implementation.
    Packing,
    /// 1: row by row.
    RowMajor,
    /// `local_size_x` and so on.
    LocalSize(u8),
    LocalSizeId(u8),
    LocalSizeVariable,
    BufferReference,
    BufferReferenceAlign,
    /// By [`FORMATS`].
    Format,
    Bindless,
    Bound,
    Derivatives,
    /// Read and ignored.
    Nothing,
}

/// Where layout names stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Place {
    /// `layout(...) in;`
    In,
    /// `layout(...) uniform;`
    Uniform,
    /// `layout(...) buffer;`
    Buffer,
    UniformBlock,
    StorageBlock,
    SharedBlock,
    Member,
    Texture,
    Image,
    Counter,
    Loose,
    Const,
    Parameter,
    Other,
}

impl Place {
    pub(super) fn bit(self) -> u16 {
        1 << self as u16
    }

    pub(in crate::check) fn words(self) -> &'static str {
        match self {
            Place::In => "`in;`",
            Place::Uniform => "`uniform;`",
            Place::Buffer => "`buffer;`",
            Place::UniformBlock => "a uniform block",
            Place::StorageBlock => "a buffer block",
            Place::SharedBlock => "a shared block",
            Place::Member => "a member",
            Place::Texture => "a texture",
            Place::Image => "an image",
            Place::Counter => "an atomic counter",
            Place::Loose => "a uniform variable",
            Place::Const => "a constant",
            Place::Parameter => "a parameter",
            Place::Other => "this declaration",
        }
    }
}

/// A row.
pub(in crate::check) struct Row {
    name: &'static str,
    pub(in crate::check) key: Key,
    /// What a name without value stands for.
    pub(in crate::check) code: u8,
    pub(super) valued: bool,
    /// Bits of [`Place`].
    pub(super) places: u16,
    pub(in crate::check) needs: Option<Needs>,
}

const IN: u16 = 1 << Place::In as u16;
const UNIFORM: u16 = 1 << Place::Uniform as u16;
const BUFFER: u16 = 1 << Place::Buffer as u16;
const UNIFORM_BLOCK: u16 = 1 << Place::UniformBlock as u16;
const STORAGE_BLOCK: u16 = 1 << Place::StorageBlock as u16;
const SHARED_BLOCK: u16 = 1 << Place::SharedBlock as u16;
const MEMBER: u16 = 1 << Place::Member as u16;
const TEXTURE: u16 = 1 << Place::Texture as u16;
const IMAGE: u16 = 1 << Place::Image as u16;
const COUNTER: u16 = 1 << Place::Counter as u16;
const LOOSE: u16 = 1 << Place::Loose as u16;
const CONST: u16 = 1 << Place::Const as u16;
const PARAMETER: u16 = 1 << Place::Parameter as u16;

const BLOCKS: u16 = UNIFORM_BLOCK | STORAGE_BLOCK;
const DEFAULTS: u16 = UNIFORM | BUFFER;
const RESOURCES: u16 = BLOCKS | TEXTURE | IMAGE;

const fn row(name: &'static str, key: Key, code: u8, valued: bool, places: u16, needs: Option<Needs>) -> Row {
    Row { name, key, code, valued, places, needs }
}

const fn format(name: &'static str, code: u8) -> Row {
    row(name, Key::Format, code, false, IMAGE | UNIFORM | PARAMETER, None)
}

const SCALAR: Option<Needs> = Some(Needs::extensions(&["GL_EXT_scalar_block_layout"]));
const VARIABLE: Option<Needs> = Some(Needs::extensions(&["GL_ARB_compute_variable_group_size"]));
const REFERENCE: Option<Needs> = Some(Needs::extensions(&["GL_EXT_buffer_reference"]));
const BINDLESS: Option<Needs> = Some(Needs::extensions(crate::check::features::BINDLESS));
const DERIVATIVES: Option<Needs> = Some(Needs::extensions(&["GL_NV_compute_shader_derivatives"]));
const BINDING: Option<Needs> = Some(Needs::version(420, 310, &["GL_ARB_shading_language_420pack"]));
const LOCATION: Option<Needs> = Some(Needs::version(430, 310, &["GL_ARB_explicit_uniform_location"]));
const STD430: Option<Needs> =
    Some(Needs::version(430, 310, &["GL_ARB_shader_storage_buffer_object", "GL_EXT_scalar_block_layout"]));
const COMPUTE: Option<Needs> = Some(Needs::version(430, 310, &["GL_ARB_compute_shader"]));

/// Memory layouts, by the code of [`Key::Packing`].
pub(in crate::check) const PACKINGS: [Layout; 4] =
    [Layout::Std140, Layout::Std430, Layout::Scalar, Layout::Std140];
/// The code of `shared` and `packed`, which promise no offsets.
pub(in crate::check) const OPEN: i128 = 3;

static ROWS: &[Row] = &[
    row("binding", Key::Binding, 0, true, RESOURCES | COUNTER | UNIFORM, BINDING),
    row("set", Key::Set, 0, true, RESOURCES, None),
    row("location", Key::Location, 0, true, LOOSE | TEXTURE | IMAGE, LOCATION),
    row("offset", Key::Offset, 0, true, MEMBER | COUNTER | UNIFORM, None),
    row("align", Key::Align, 0, true, MEMBER | BLOCKS, None),
    row("constant_id", Key::ConstantId, 0, true, CONST, None),
    row("push_constant", Key::PushConstant, 0, false, UNIFORM_BLOCK, None),
    row("std140", Key::Packing, 0, false, BLOCKS | SHARED_BLOCK | DEFAULTS, None),
    row("shared", Key::Packing, 3, false, BLOCKS | DEFAULTS, None),
    row("packed", Key::Packing, 3, false, BLOCKS | DEFAULTS, None),
    row("std430", Key::Packing, 1, false, BLOCKS | SHARED_BLOCK | DEFAULTS, STD430),
    row("scalar", Key::Packing, 2, false, BLOCKS | SHARED_BLOCK | DEFAULTS, SCALAR),
    row("row_major", Key::RowMajor, 1, false, BLOCKS | SHARED_BLOCK | DEFAULTS | MEMBER, None),
    row("column_major", Key::RowMajor, 0, false, BLOCKS | SHARED_BLOCK | DEFAULTS | MEMBER, None),
    row("local_size_x", Key::LocalSize(0), 0, true, IN, COMPUTE),
    row("local_size_y", Key::LocalSize(1), 0, true, IN, COMPUTE),
    row("local_size_z", Key::LocalSize(2), 0, true, IN, COMPUTE),
    row("local_size_x_id", Key::LocalSizeId(0), 0, true, IN, COMPUTE),
    row("local_size_y_id", Key::LocalSizeId(1), 0, true, IN, COMPUTE),
    row("local_size_z_id", Key::LocalSizeId(2), 0, true, IN, COMPUTE),
    row("local_size_variable", Key::LocalSizeVariable, 0, false, IN, VARIABLE),
    row("derivative_group_quadsNV", Key::Derivatives, 0, false, IN, DERIVATIVES),
    row("derivative_group_linearNV", Key::Derivatives, 1, false, IN, DERIVATIVES),
    row("buffer_reference", Key::BufferReference, 0, false, STORAGE_BLOCK, REFERENCE),
    row("buffer_reference_align", Key::BufferReferenceAlign, 0, true, STORAGE_BLOCK, REFERENCE),
    row("bindless_sampler", Key::Bindless, 0, false, TEXTURE | UNIFORM, BINDLESS),
    row("bindless_image", Key::Bindless, 0, false, IMAGE | UNIFORM, BINDLESS),
    row("bound_sampler", Key::Bound, 0, false, TEXTURE | UNIFORM, BINDLESS),
    row("bound_image", Key::Bound, 0, false, IMAGE | UNIFORM, BINDLESS),
    // GL_EXT_shader_image_load_store's `size4x32` and so on say the size of texels alone.
    row("size1x8", Key::Nothing, 0, false, IMAGE | PARAMETER, None),
    row("size1x16", Key::Nothing, 0, false, IMAGE | PARAMETER, None),
    row("size1x32", Key::Nothing, 0, false, IMAGE | PARAMETER, None),
    row("size2x32", Key::Nothing, 0, false, IMAGE | PARAMETER, None),
    row("size4x32", Key::Nothing, 0, false, IMAGE | PARAMETER, None),
    format("rgba32f", 0),
    format("rgba16f", 1),
    format("rg32f", 2),
    format("rg16f", 3),
    format("r11f_g11f_b10f", 4),
    format("r32f", 5),
    format("r16f", 6),
    format("rgba16", 7),
    format("rgb10_a2", 8),
    format("rgba8", 9),
    format("rg16", 10),
    format("rg8", 11),
    format("r16", 12),
    format("r8", 13),
    format("rgba16_snorm", 14),
    format("rgba8_snorm", 15),
    format("rg16_snorm", 16),
    format("rg8_snorm", 17),
    format("r16_snorm", 18),
    format("r8_snorm", 19),
    format("rgba32i", 20),
    format("rgba16i", 21),
    format("rgba8i", 22),
    format("rg32i", 23),
    format("rg16i", 24),
    format("rg8i", 25),
    format("r32i", 26),
    format("r16i", 27),
    format("r8i", 28),
    format("rgba32ui", 29),
    format("rgba16ui", 30),
    format("rgb10_a2ui", 31),
    format("rgba8ui", 32),
    format("rg32ui", 33),
    format("rg16ui", 34),
    format("rg8ui", 35),
    format("r32ui", 36),
    format("r16ui", 37),
    format("r8ui", 38),
    format("r64ui", 39),
    format("r64i", 40),
];

/// Formats, by the code of [`Key::Format`]. naga has no signed 64-bit format; the image's type has the
/// sign.
pub(in crate::check) const FORMATS: [StorageFormat; 41] = {
    use StorageFormat as F;
    [
        F::Rgba32Float,
        F::Rgba16Float,
        F::Rg32Float,
        F::Rg16Float,
        F::Rg11b10Ufloat,
        F::R32Float,
        F::R16Float,
        F::Rgba16Unorm,
        F::Rgb10a2Unorm,
        F::Rgba8Unorm,
        F::Rg16Unorm,
        F::Rg8Unorm,
        F::R16Unorm,
        F::R8Unorm,
        F::Rgba16Snorm,
        F::Rgba8Snorm,
        F::Rg16Snorm,
        F::Rg8Snorm,
        F::R16Snorm,
        F::R8Snorm,
        F::Rgba32Sint,
        F::Rgba16Sint,
        F::Rgba8Sint,
        F::Rg32Sint,
        F::Rg16Sint,
        F::Rg8Sint,
        F::R32Sint,
        F::R16Sint,
        F::R8Sint,
        F::Rgba32Uint,
        F::Rgba16Uint,
        F::Rgb10a2Uint,
        F::Rgba8Uint,
        F::Rg32Uint,
        F::Rg16Uint,
        F::Rg8Uint,
        F::R32Uint,
        F::R16Uint,
        F::R8Uint,
        F::R64Uint,
        F::R64Uint,
    ]
};

/// The kind of texels that a format of a code has.
pub(in crate::check) fn format_kind(code: i128) -> naga::ScalarKind {
    match code {
        0..20 => naga::ScalarKind::Float,
        20..29 | 40 => naga::ScalarKind::Sint,
        _ => naga::ScalarKind::Uint,
    }
}

/// The row of a name. Names are case-insensitive in no profile that is left (GLSL 4.4).
pub(in crate::check) fn find(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// All names: for suggestions.
pub(in crate::check) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}
