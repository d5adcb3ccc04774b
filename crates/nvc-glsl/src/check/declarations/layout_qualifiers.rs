//! The table of layout qualifiers: the property that each sets, and the declarations on which it is allowed
//! (GLSL §4.4).

use crate::builtins::signature::Needs;
use crate::types::Layout;
use nvc_ir::image_format::{ImageFormat, NumericFormat};

/// The property that a layout qualifier sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::check) enum LayoutKey {
    Binding,
    Set,
    Location,
    Offset,
    Align,
    ConstantId,
    PushConstant,
    /// The memory layout: an index in [`PACKINGS`]. [`UNSPECIFIED`] leaves it to the implementation.
    Packing,
    /// 1 for `row_major`, 0 for `column_major`.
    RowMajor,
    /// `local_size_x` and so on.
    LocalSize(u8),
    LocalSizeId(u8),
    LocalSizeVariable,
    BufferReference,
    BufferReferenceAlign,
    /// An image format, by its index in [`ImageFormat::ALL`].
    Format,
    Bindless,
    Bound,
    Derivatives,
    PrimitiveCulling,
    Bank,
    MemberOffset,
    DescriptorHeap,
    DescriptorStride,
    /// The block declares no variable, only a type for descriptors in a heap (`buffer_type`).
    BufferType,
    DescriptorSize,
    HeapOffset,
    /// Accepted without effect.
    Ignored,
}

/// The kinds of declarations that can have layout qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum LayoutTarget {
    /// `layout(...) in;`
    In,
    /// `layout(...) uniform;`
    Uniform,
    /// `layout(...) buffer;`
    Buffer,
    /// `layout(...) shared;`
    Shared,
    UniformBlock,
    StorageBlock,
    SharedBlock,
    Member,
    HeapBlock,
    HeapMember,
    /// Also samplers and acceleration structures.
    Texture,
    Image,
    Counter,
    Loose,
    Const,
    Parameter,
    Other,
}

impl LayoutTarget {
    pub(super) fn bit(self) -> u32 {
        1 << self as u32
    }

    pub(in crate::check) fn describe(self) -> &'static str {
        match self {
            LayoutTarget::In => "the default declaration `in;`",
            LayoutTarget::Uniform => "the default declaration `uniform;`",
            LayoutTarget::Buffer => "the default declaration `buffer;`",
            LayoutTarget::Shared => "the default declaration `shared;`",
            LayoutTarget::UniformBlock => "a uniform block",
            LayoutTarget::StorageBlock => "a buffer block",
            LayoutTarget::SharedBlock => "a shared block",
            LayoutTarget::Member => "a member",
            LayoutTarget::HeapBlock => "a block in a heap",
            LayoutTarget::HeapMember => "a member of a block in a heap",
            LayoutTarget::Texture => "a texture, sampler or acceleration structure",
            LayoutTarget::Image => "an image",
            LayoutTarget::Counter => "an atomic counter",
            LayoutTarget::Loose => "a uniform variable",
            LayoutTarget::Const => "a constant",
            LayoutTarget::Parameter => "a parameter",
            LayoutTarget::Other => "this declaration",
        }
    }
}

/// A row of the table: a layout qualifier.
pub(in crate::check) struct LayoutRow {
    name: &'static str,
    pub(in crate::check) key: LayoutKey,
    /// The value of a qualifier that is written without one, such as the index of an image format.
    pub(in crate::check) code: u8,
    /// Whether the qualifier is written with a value, as in `binding = 1`.
    pub(super) valued: bool,
    /// The declarations on which it is allowed: bits of [`LayoutTarget`].
    pub(super) targets: u32,
    pub(in crate::check) needs: Option<Needs>,
}

const IN: u32 = 1 << LayoutTarget::In as u32;
const UNIFORM: u32 = 1 << LayoutTarget::Uniform as u32;
const BUFFER: u32 = 1 << LayoutTarget::Buffer as u32;
const SHARED: u32 = 1 << LayoutTarget::Shared as u32;
const UNIFORM_BLOCK: u32 = 1 << LayoutTarget::UniformBlock as u32;
const STORAGE_BLOCK: u32 = 1 << LayoutTarget::StorageBlock as u32;
const SHARED_BLOCK: u32 = 1 << LayoutTarget::SharedBlock as u32;
const MEMBER: u32 = 1 << LayoutTarget::Member as u32;
const HEAP_BLOCK: u32 = 1 << LayoutTarget::HeapBlock as u32;
const HEAP_MEMBER: u32 = 1 << LayoutTarget::HeapMember as u32;
const TEXTURE: u32 = 1 << LayoutTarget::Texture as u32;
const IMAGE: u32 = 1 << LayoutTarget::Image as u32;
const COUNTER: u32 = 1 << LayoutTarget::Counter as u32;
const LOOSE: u32 = 1 << LayoutTarget::Loose as u32;
const CONST: u32 = 1 << LayoutTarget::Const as u32;
const OTHER: u32 = 1 << LayoutTarget::Other as u32;
const PARAMETER: u32 = 1 << LayoutTarget::Parameter as u32;

const BLOCKS: u32 = UNIFORM_BLOCK | STORAGE_BLOCK;
const MEMBERS: u32 = MEMBER | HEAP_MEMBER;
const DEFAULTS: u32 = UNIFORM | BUFFER;
const RESOURCES: u32 = BLOCKS | TEXTURE | IMAGE;

const fn row(
    name: &'static str,
    key: LayoutKey,
    code: u8,
    valued: bool,
    targets: u32,
    needs: Option<Needs>,
) -> LayoutRow {
    LayoutRow { name, key, code, valued, targets, needs }
}

/// The rows of the image formats, by their GLSL names.
static FORMATS: [LayoutRow; ImageFormat::ALL.len()] = {
    const TARGETS: u32 = IMAGE | UNIFORM | PARAMETER | HEAP_MEMBER;
    let mut rows = [const { row("", LayoutKey::Format, 0, false, TARGETS, None) }; ImageFormat::ALL.len()];
    let mut number = 0;
    while number < rows.len() {
        let name = ImageFormat::ALL[number].glsl_name();
        rows[number] = row(name, LayoutKey::Format, number as u8, false, TARGETS, None);
        number += 1;
    }
    rows
};

const SCALAR: Option<Needs> = Some(Needs::extensions(&["GL_EXT_scalar_block_layout"]));
const VARIABLE: Option<Needs> = Some(Needs::extensions(&["GL_ARB_compute_variable_group_size"]));
const REFERENCE: Option<Needs> = Some(Needs::extensions(&["GL_EXT_buffer_reference"]));
const BINDLESS: Option<Needs> = Some(Needs::extensions(crate::check::features::BINDLESS));
const DERIVATIVES: Option<Needs> = Some(Needs::extensions(&["GL_NV_compute_shader_derivatives"]));
const DERIVATIVES_KHR: Option<Needs> = Some(Needs::extensions(&["GL_KHR_compute_shader_derivatives"]));
const CULLING: Option<Needs> = Some(Needs::extensions(&["GL_EXT_ray_flags_primitive_culling"]));
const BANK: Option<Needs> = Some(Needs::extensions(&["GL_NV_push_constant_bank"]));
const STRUCTURED: Option<Needs> = Some(super::qualifiers::STRUCTURED_HEAP);
const HEAP: Option<Needs> = Some(Needs::extensions(&["GL_EXT_descriptor_heap"]));
/// Each of these extensions adds `binding` to the resources that it defines. OpenGL compilers then accept `binding` on
/// all resources.
const BINDING: Option<Needs> = Some(Needs::version(
    420,
    310,
    &[
        "GL_ARB_shading_language_420pack",
        "GL_ARB_shader_atomic_counters",
        "GL_ARB_shader_image_load_store",
        "GL_ARB_shader_storage_buffer_object",
        "GL_EXT_shader_image_load_store",
    ],
));
const LOCATION: Option<Needs> = Some(Needs::version(430, 310, &["GL_ARB_explicit_uniform_location"]));
const STD430: Option<Needs> =
    Some(Needs::version(430, 310, &["GL_ARB_shader_storage_buffer_object", "GL_EXT_scalar_block_layout"]));
/// Requirement of compute shaders.
pub(in crate::check) const COMPUTE_SHADER: Needs = Needs::version(430, 310, &["GL_ARB_compute_shader"]);
const COMPUTE: Option<Needs> = Some(COMPUTE_SHADER);

/// The memory layouts, indexed by the value of [`LayoutKey::Packing`].
pub(in crate::check) const PACKINGS: [Layout; 4] =
    [Layout::Std140, Layout::Std430, Layout::Scalar, Layout::Std140];
/// Index of `shared` and `packed` in [`PACKINGS`]: GLSL leaves their offsets unspecified.
pub(in crate::check) const UNSPECIFIED: i128 = 3;

static ROWS: &[LayoutRow] = &[
    row("binding", LayoutKey::Binding, 0, true, RESOURCES | COUNTER | UNIFORM, BINDING),
    row("set", LayoutKey::Set, 0, true, RESOURCES, None),
    row("location", LayoutKey::Location, 0, true, LOOSE | TEXTURE | IMAGE, LOCATION),
    row("offset", LayoutKey::Offset, 0, true, MEMBER | HEAP_MEMBER | COUNTER | UNIFORM, None),
    row("align", LayoutKey::Align, 0, true, MEMBER | BLOCKS, None),
    row("constant_id", LayoutKey::ConstantId, 0, true, CONST, None),
    row("push_constant", LayoutKey::PushConstant, 0, false, UNIFORM_BLOCK, None),
    row("std140", LayoutKey::Packing, 0, false, BLOCKS | SHARED_BLOCK | DEFAULTS | SHARED, None),
    row("shared", LayoutKey::Packing, 3, false, BLOCKS | DEFAULTS, None),
    row("packed", LayoutKey::Packing, 3, false, BLOCKS | DEFAULTS, None),
    row("std430", LayoutKey::Packing, 1, false, BLOCKS | SHARED_BLOCK | DEFAULTS | SHARED, STD430),
    row("scalar", LayoutKey::Packing, 2, false, BLOCKS | SHARED_BLOCK | DEFAULTS | SHARED, SCALAR),
    row(
        "row_major",
        LayoutKey::RowMajor,
        1,
        false,
        BLOCKS | SHARED_BLOCK | DEFAULTS | SHARED | MEMBERS,
        None,
    ),
    row(
        "column_major",
        LayoutKey::RowMajor,
        0,
        false,
        BLOCKS | SHARED_BLOCK | DEFAULTS | SHARED | MEMBERS,
        None,
    ),
    row("local_size_x", LayoutKey::LocalSize(0), 0, true, IN, COMPUTE),
    row("local_size_y", LayoutKey::LocalSize(1), 0, true, IN, COMPUTE),
    row("local_size_z", LayoutKey::LocalSize(2), 0, true, IN, COMPUTE),
    row("local_size_x_id", LayoutKey::LocalSizeId(0), 0, true, IN, COMPUTE),
    row("local_size_y_id", LayoutKey::LocalSizeId(1), 0, true, IN, COMPUTE),
    row("local_size_z_id", LayoutKey::LocalSizeId(2), 0, true, IN, COMPUTE),
    row("local_size_variable", LayoutKey::LocalSizeVariable, 0, false, IN, VARIABLE),
    row("derivative_group_quadsNV", LayoutKey::Derivatives, 0, false, IN, DERIVATIVES),
    row("derivative_group_linearNV", LayoutKey::Derivatives, 1, false, IN, DERIVATIVES),
    row("derivative_group_quadsKHR", LayoutKey::Derivatives, 2, false, IN, DERIVATIVES_KHR),
    row("derivative_group_linearKHR", LayoutKey::Derivatives, 3, false, IN, DERIVATIVES_KHR),
    row("primitive_culling", LayoutKey::PrimitiveCulling, 0, false, OTHER, CULLING),
    row("bank", LayoutKey::Bank, 0, true, UNIFORM_BLOCK, BANK),
    row("member_offset", LayoutKey::MemberOffset, 0, true, UNIFORM_BLOCK, BANK),
    row("descriptor_heap", LayoutKey::DescriptorHeap, 0, false, RESOURCES, HEAP),
    row("descriptor_stride", LayoutKey::DescriptorStride, 0, true, RESOURCES, HEAP),
    row("buffer_type", LayoutKey::BufferType, 0, false, BLOCKS, STRUCTURED),
    row("descriptor_size", LayoutKey::DescriptorSize, 0, true, HEAP_MEMBER, STRUCTURED),
    row("heap_offset", LayoutKey::HeapOffset, 0, true, HEAP_BLOCK, STRUCTURED),
    row("buffer_reference", LayoutKey::BufferReference, 0, false, STORAGE_BLOCK, REFERENCE),
    row("buffer_reference_align", LayoutKey::BufferReferenceAlign, 0, true, STORAGE_BLOCK, REFERENCE),
    row("bindless_sampler", LayoutKey::Bindless, 0, false, TEXTURE | UNIFORM, BINDLESS),
    row("bindless_image", LayoutKey::Bindless, 0, false, IMAGE | UNIFORM, BINDLESS),
    row("bound_sampler", LayoutKey::Bound, 0, false, TEXTURE | UNIFORM, BINDLESS),
    row("bound_image", LayoutKey::Bound, 0, false, IMAGE | UNIFORM, BINDLESS),
    // GL_EXT_shader_image_load_store's `size4x32` and similar qualifiers give only the size of a texel.
    row("size1x8", LayoutKey::Ignored, 0, false, IMAGE | PARAMETER, None),
    row("size1x16", LayoutKey::Ignored, 0, false, IMAGE | PARAMETER, None),
    row("size1x32", LayoutKey::Ignored, 0, false, IMAGE | PARAMETER, None),
    row("size2x32", LayoutKey::Ignored, 0, false, IMAGE | PARAMETER, None),
    row("size4x32", LayoutKey::Ignored, 0, false, IMAGE | PARAMETER, None),
];

/// Returns the image format for a value of [`LayoutKey::Format`].
pub(in crate::check) fn image_format(code: i128) -> Option<ImageFormat> {
    usize::try_from(code).ok().and_then(|code| ImageFormat::ALL.get(code).copied())
}

/// Returns the scalar kind of the texels of an image with this format.
pub(in crate::check) fn texel_kind(format: ImageFormat) -> crate::types::ScalarKind {
    match format.numeric_format() {
        NumericFormat::Unorm | NumericFormat::Snorm | NumericFormat::Float => crate::types::ScalarKind::Float,
        NumericFormat::Sint => crate::types::ScalarKind::Sint,
        NumericFormat::Uint => crate::types::ScalarKind::Uint,
    }
}

/// Finds the layout qualifier with this name. Case does not matter (GLSL §4.4). It does in GLSL ES, but glslang
/// ignores it there too.
pub(in crate::check) fn find(name: &str) -> Option<&'static LayoutRow> {
    ROWS.iter().chain(&FORMATS).find(|row| row.name.eq_ignore_ascii_case(name))
}

/// Returns all names, for suggestions.
pub(in crate::check) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().chain(&FORMATS).map(|row| row.name)
}
