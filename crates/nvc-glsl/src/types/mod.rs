//! GLSL's types, in naga's words: scalars, vector sizes, image dimensions, classes and formats are
//! naga's; matrices, references, pointers and cooperative matrices are added.
//!
//! Integers carry their sign here, as GLSL has it; lowering to the IR drops it.

pub mod constant;

use crate::name::Name;
use constant::Const;
use naga::{Handle, ImageDimension, Scalar, ScalarKind, UniqueArena, VectorSize};
use nvc_diag::Span;

/// A type, interned in [`Types`].
pub type Type = Handle<TypeKind>;

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// No value.
    Void,
    /// A scalar.
    Scalar(Scalar),
    /// A vector.
    Vector(VectorSize, Scalar),
    /// A matrix of columns.
    Matrix {
        /// Number of columns.
        columns: VectorSize,
        /// Components of a column.
        rows: VectorSize,
        /// Component type: a float.
        scalar: Scalar,
    },
    /// An array.
    Array(Type, Length),
    /// A struct; two with the same members are two types.
    Struct(StructId),
    /// A pointer to a buffer block (GL_EXT_buffer_reference).
    Reference(StructId),
    /// A pointer to memory of a type (GL_NV_shader_buffer_load).
    Pointer(Type),
    /// A texture, with its sampler or without.
    Texture(TextureType),
    /// A sampler alone; `true` compares.
    Sampler(bool),
    /// A storage image or image buffer.
    Image(ImageType),
    /// `atomic_uint`.
    AtomicCounter,
    /// A cooperative matrix.
    CoopMatrix(CoopMatrix),
    /// The string literal of `debugPrintfEXT`.
    String,
    /// Stands where a type is wrong and an error was reported: fits everything, in silence.
    Error,
}

impl TypeKind {
    /// Whether bindless textures make values of it: handles. Counters, and textures and samplers that are
    /// apart, are bound always (GL_ARB_bindless_texture has the types of OpenGL alone).
    pub fn has_handles(&self) -> bool {
        matches!(self, TypeKind::Texture(TextureType { combined: true, .. }) | TypeKind::Image(_))
    }

    /// Whether it is opaque (GLSL 4.1.7).
    pub fn is_opaque(&self) -> bool {
        use TypeKind as K;
        matches!(self, K::Texture(_) | K::Sampler(_) | K::Image(_) | K::AtomicCounter)
    }
}

/// Number of a struct in [`Types::structs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub u32);

/// An element count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// Known.
    Fixed(u32),
    /// An expression of specialization constants: an integer [`Const`].
    Spec(Handle<Const>),
    /// `[]`: as many as the buffer holds, or a size that a later declaration gives.
    Unsized,
}

/// A sampled texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureType {
    /// Component type of a texel.
    pub kind: ScalarKind,
    /// Dimensions.
    pub dim: TextureDim,
    /// Whether it has layers.
    pub arrayed: bool,
    /// Whether it is multisampled.
    pub multi: bool,
    /// Whether it compares (`...Shadow`).
    pub shadow: bool,
    /// `sampler2D` rather than `texture2D`.
    pub combined: bool,
}

/// A storage image. The format belongs to the variable, not to the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageType {
    /// Component type of a texel (with its width: 64-bit images exist).
    pub scalar: Scalar,
    /// Dimensions.
    pub dim: TextureDim,
    /// Whether it has layers.
    pub arrayed: bool,
    /// Whether it is multisampled.
    pub multi: bool,
}

/// naga's dimensions and the two that it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureDim {
    /// One, two, three dimensions, cube.
    Image(ImageDimension),
    /// A texel buffer.
    Buffer,
    /// Two dimensions with unnormalised coordinates.
    Rect,
}

/// What a cooperative matrix is made of. Scope and sizes are constant expressions, which may be of
/// specialization constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoopMatrix {
    /// Component type.
    pub scalar: Scalar,
    /// Who shares it (a `gl_Scope...` number).
    pub scope: Handle<Const>,
    /// Rows.
    pub rows: Handle<Const>,
    /// Columns.
    pub columns: Handle<Const>,
    /// `gl_MatrixUse...` of GL_KHR_cooperative_matrix; NV's have none.
    pub usage: Option<Handle<Const>>,
}

/// A struct, block or buffer reference.
#[derive(Clone, Debug)]
pub struct Struct {
    /// Its name; generated for those without one.
    pub name: Name,
    /// Its members.
    pub members: Vec<Member>,
    /// For blocks and buffer references: how memory is laid out. Structs within them have no layout of
    /// their own: one struct may lie in a `std140` and in a `std430` block ([`crate::layout`]).
    pub layout: Option<Layout>,
    /// For buffer references: the alignment that an address has, in bytes.
    pub align: u32,
    /// Where it is declared.
    pub span: Span,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Byte offset, for members of blocks and buffer references.
    pub offset: u32,
    /// For members of blocks and buffer references: matrices in it, at any depth, are stored row by
    /// row.
    pub row_major: bool,
    /// `coherent`, `readonly` and so on.
    pub memory: Memory,
    /// Where it is declared.
    pub span: Span,
}

/// Memory qualifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Memory {
    pub coherent: bool,
    pub volatile: bool,
    pub restrict: bool,
    pub readonly: bool,
    pub writeonly: bool,
    pub nonprivate: bool,
}

/// How a block lies in memory (GLSL 7.6.2.2, GL_EXT_scalar_block_layout).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `shared` and `packed` are laid out like it.
    Std140,
    /// Arrays and structs are not padded to 16 bytes. What NV_shader_buffer_load's pointers point to is
    /// laid out like it.
    Std430,
    /// Everything at its scalar's alignment.
    Scalar,
    /// No layout that the API sees: shared variables whose vectors of two and four halves are words, for
    /// atomics.
    Words,
}

/// Scalars by the name of their kind and width.
pub mod scalar {
    use naga::{Scalar, ScalarKind};

    macro_rules! scalars {
        ($($name:ident $kind:ident $width:literal $doc:literal)*) => {
            $(#[doc = $doc] pub const $name: Scalar = Scalar { kind: ScalarKind::$kind, width: $width };)*
        };
    }

    scalars! {
        BOOL Bool 1 "A truth value."
        I8 Sint 1 "`int8_t`"
        I16 Sint 2 "`int16_t`"
        I32 Sint 4 "`int`"
        I64 Sint 8 "`int64_t`"
        U8 Uint 1 "`uint8_t`"
        U16 Uint 2 "`uint16_t`"
        U32 Uint 4 "`uint`"
        U64 Uint 8 "`uint64_t`"
        F16 Float 2 "`float16_t`"
        F32 Float 4 "`float`"
        F64 Float 8 "`double`"
    }
}

/// The texel format of an image variable.
pub type Format = Option<nvc_ir::types::ImageFormat>;

/// All types of a program.
#[derive(Debug)]
pub struct Types {
    kinds: UniqueArena<TypeKind>,
    /// Structs, by [`StructId`].
    pub structs: Vec<Struct>,
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl Types {
    /// No types.
    pub fn new() -> Self {
        Types { kinds: UniqueArena::new(), structs: Vec::new() }
    }

    /// The id of a type. What vectors and matrices are made of is interned before them.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        match kind {
            TypeKind::Vector(_, scalar) => {
                self.intern(TypeKind::Scalar(scalar));
            }
            TypeKind::Matrix { rows, scalar, .. } => {
                self.intern(TypeKind::Vector(rows, scalar));
            }
            _ => {}
        }
        self.kinds.insert(kind, naga::Span::UNDEFINED)
    }

    /// The id of a type that was interned.
    pub fn find(&self, kind: &TypeKind) -> Option<Type> {
        self.kinds.get(kind)
    }

    /// What a type is.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty]
    }

    /// A scalar type.
    pub fn scalar(&mut self, scalar: Scalar) -> Type {
        self.intern(TypeKind::Scalar(scalar))
    }

    /// A struct by its number; `None` for one of another table.
    pub fn get_struct(&self, id: StructId) -> Option<&Struct> {
        self.structs.get(id.0 as usize)
    }
}
