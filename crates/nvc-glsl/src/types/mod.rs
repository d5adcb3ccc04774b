//! GLSL's types.
//!
//! Integer types are signed or unsigned, as in GLSL; lowering to the IR drops the sign.

pub mod constant;
pub mod scalar;
pub mod spirv;

use crate::name::Name;
use constant::Const;
use naga::{Handle, ImageDimension, UniqueArena};
use nvc_diag::Span;
pub use scalar::{Scalar, ScalarKind};
use spirv::SpirvCode;

/// A type, interned in [`Types`].
pub type Type = Handle<TypeKind>;

/// The kind of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `void`.
    Void,
    /// A scalar.
    Scalar(Scalar),
    /// A vector: its number of components, 2 to 4 except for `vector<T, N>`.
    Vector(u16, Scalar),
    /// A matrix of columns.
    Matrix {
        /// Number of columns.
        columns: u16,
        /// Components of a column.
        rows: u16,
        /// Component type: a float.
        scalar: Scalar,
    },
    /// An array.
    Array(Type, Length),
    /// A struct; structs are distinct types even if their members are the same.
    Struct(StructId),
    /// A pointer to a buffer block (GL_EXT_buffer_reference).
    Reference(StructId),
    /// The descriptor of a buffer, in a heap (GL_EXT_structured_descriptor_heap).
    Buffer {
        /// Its block.
        block: StructId,
        /// A uniform buffer rather than a storage buffer.
        uniform: bool,
    },
    /// A pointer to memory of a type (GL_NV_shader_buffer_load).
    Pointer(Type),
    /// A texture, combined with a sampler or separate.
    Texture(TextureType),
    /// A separate sampler; `true` for `samplerShadow`.
    Sampler(bool),
    /// A storage image or image buffer.
    Image(ImageType),
    /// `atomic_uint`.
    AtomicCounter,
    /// A cooperative matrix.
    CoopMatrix(CoopMatrix),
    /// `coopvecNV`.
    CoopVector(CoopVector),
    /// `tensorLayoutNV`.
    TensorLayout(TensorLayout),
    /// `tensorViewNV`.
    TensorView(TensorView),
    /// The name of a function that is the argument of a built-in function.
    Function,
    /// `rayQueryEXT`.
    RayQuery,
    /// `accelerationStructureEXT`.
    AccelerationStructure,
    /// A SPIR-V type by its opcode (GL_EXT_spirv_intrinsics).
    Spirv(Box<SpirvCode>),
    /// The string literal of `debugPrintfEXT`.
    String,
    /// An invalid type, after an error was reported: it is compatible with everything.
    Error,
}

impl TypeKind {
    /// Whether it can be a bindless handle. Atomic counters and separate textures and samplers are always
    /// bound (GL_ARB_bindless_texture covers only OpenGL's types).
    pub fn has_handles(&self) -> bool {
        matches!(self, TypeKind::Texture(TextureType { combined: true, .. }) | TypeKind::Image(_))
    }

    /// Whether variables of the type cannot be in memory that invocations share.
    pub fn is_only_local(&self) -> bool {
        use TypeKind as K;
        matches!(
            self,
            K::CoopMatrix(_) | K::CoopVector(_) | K::TensorLayout(_) | K::TensorView(_) | K::Spirv(_)
        )
    }

    /// Whether it is opaque (GLSL 4.1.7).
    pub fn is_opaque(&self) -> bool {
        use TypeKind as K;
        matches!(
            self,
            K::Texture(_)
                | K::Sampler(_)
                | K::Image(_)
                | K::AtomicCounter
                | K::RayQuery
                | K::AccelerationStructure
                | K::Buffer { .. }
        )
    }
}

/// Index of a struct in [`Types::structs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub u32);

/// The length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// Known at compile time.
    Fixed(u32),
    /// An expression of specialization constants: an integer [`Const`].
    Spec(Handle<Const>),
    /// `[]`: determined by the buffer, by uses, or by a redeclaration.
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
    /// Whether it is a depth-comparison texture (`...Shadow`).
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

/// The dimensions of textures: naga's and two more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureDim {
    /// One, two, three dimensions, cube.
    Image(ImageDimension),
    /// A texel buffer.
    Buffer,
    /// Two dimensions with unnormalised coordinates.
    Rect,
}

/// A cooperative-matrix type. Its scope and sizes are constants, which may depend on specialization
/// constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoopMatrix {
    /// Component type.
    pub scalar: Scalar,
    /// The scope that shares it (a `gl_Scope...` value).
    pub scope: Handle<Const>,
    /// Rows.
    pub rows: Handle<Const>,
    /// Columns.
    pub columns: Handle<Const>,
    /// `gl_MatrixUse...` of GL_KHR_cooperative_matrix; NV's have none.
    pub usage: Option<Handle<Const>>,
}

/// A cooperative-vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoopVector {
    /// Component type.
    pub scalar: Scalar,
    /// The number of components: an `int`, which may depend on specialization constants.
    pub length: Handle<Const>,
}

/// A tensor layout type. Its numbers are constants, which may depend on specialization constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorLayout {
    /// The number of dimensions.
    pub dimensions: Handle<Const>,
    /// `gl_CooperativeMatrixClampMode...NV`.
    pub clamp: Handle<Const>,
}

/// A tensor view type. Its numbers are constants, which may depend on specialization constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorView {
    /// The number of dimensions.
    pub dimensions: Handle<Const>,
    /// Whether it has dimensions of its own: a bool.
    pub has_dimensions: Handle<Const>,
    /// The order of the dimensions.
    pub permutation: Vec<Handle<Const>>,
}

/// A struct, block or buffer reference.
#[derive(Clone, Debug)]
pub struct Struct {
    /// Its name; generated if it has none.
    pub name: Name,
    /// Its members.
    pub members: Vec<Member>,
    /// The memory layout of a block or buffer reference. Structs nested in them have no layout of their
    /// own, since one struct may be in a `std140` and in a `std430` block ([`crate::layout`]).
    pub layout: Option<Layout>,
    /// The alignment of the addresses of a buffer reference, in bytes.
    pub align: u32,
    /// Its declaration.
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
    /// For members of blocks and buffer references: matrices in it, at any depth, are row-major.
    pub row_major: bool,
    /// `coherent`, `readonly` and so on.
    pub memory: Memory,
    /// Its declaration.
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

impl std::ops::BitOr for Memory {
    type Output = Memory;

    /// The qualifiers of either.
    fn bitor(self, other: Memory) -> Memory {
        Memory {
            coherent: self.coherent | other.coherent,
            volatile: self.volatile | other.volatile,
            restrict: self.restrict | other.restrict,
            readonly: self.readonly | other.readonly,
            writeonly: self.writeonly | other.writeonly,
            nonprivate: self.nonprivate | other.nonprivate,
        }
    }
}

/// The memory layout of a block (GLSL 7.6.2.2, GL_EXT_scalar_block_layout).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `std140`; also used for `shared` and `packed`.
    Std140,
    /// `std430`: arrays and structs are not padded to 16 bytes. Also used for memory that pointers access
    /// (NV_shader_buffer_load).
    Std430,
    /// `scalar`: every type has the alignment of its scalars.
    Scalar,
    /// No explicit layout: shared variables whose `f16vec2` and `f16vec4` parts are stored as 32- and
    /// 64-bit integers, so that atomics can access them.
    PackedHalf,
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
    /// An empty table.
    pub fn new() -> Self {
        Types { kinds: UniqueArena::new(), structs: Vec::new() }
    }

    /// Interns a type, and the component types of vectors, matrices and cooperative vectors before it.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        match kind {
            TypeKind::Vector(_, scalar) => {
                self.intern(TypeKind::Scalar(scalar));
            }
            TypeKind::Matrix { rows, scalar, .. } => {
                self.intern(TypeKind::Vector(rows, scalar));
            }
            TypeKind::CoopVector(vector) => {
                self.intern(TypeKind::Scalar(vector.scalar));
            }
            _ => {}
        }
        self.kinds.insert(kind, naga::Span::UNDEFINED)
    }

    /// The handle of an interned type.
    pub fn find(&self, kind: &TypeKind) -> Option<Type> {
        self.kinds.get(kind)
    }

    /// The kind of a type.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty]
    }

    /// A scalar type.
    pub fn scalar(&mut self, scalar: Scalar) -> Type {
        self.intern(TypeKind::Scalar(scalar))
    }

    /// A struct by its index; `None` if it is not in this table.
    pub fn get_struct(&self, id: StructId) -> Option<&Struct> {
        self.structs.get(id.0 as usize)
    }
}
