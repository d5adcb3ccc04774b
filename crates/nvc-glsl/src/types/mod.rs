//! GLSL types.
//!
//! Integer types are signed or unsigned, as in GLSL. Lowering to the IR drops the signedness.

pub mod constant;
pub mod scalar;
pub mod spirv;

use crate::name::Name;
use constant::Const;
use naga::{Handle, ImageDimension, UniqueArena};
use nvc_diag::Span;
use rustc_hash::FxHashSet;
pub use scalar::{Scalar, ScalarKind};
use smallvec::{SmallVec, smallvec};
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
    /// A vector, with its number of components: 2 to 4, or any number for `vector<T, N>`.
    Vector(u16, Scalar),
    /// `vector<T, N>` with a number of components that depends on specialization constants: an `int`.
    SpecVector(Handle<Const>, Scalar),
    /// A matrix, stored by columns.
    Matrix {
        /// Number of columns.
        columns: u16,
        /// Number of components of a column.
        rows: u16,
        /// Component type, which is a float.
        scalar: Scalar,
    },
    /// An array.
    Array(Type, Length),
    /// A struct. Different structs are distinct types even if their members are the same.
    Struct(StructId),
    /// A pointer to a buffer block (GL_EXT_buffer_reference).
    Reference(StructId),
    /// The descriptor of a buffer in a descriptor heap (GL_EXT_structured_descriptor_heap).
    Buffer {
        /// The block of the buffer.
        block: StructId,
        /// Whether it is a uniform buffer rather than a storage buffer.
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
    /// The type of a function name that is passed to a built-in function.
    Function,
    /// `rayQueryEXT`.
    RayQuery,
    /// `accelerationStructureEXT`.
    AccelerationStructure,
    /// A SPIR-V type given by its opcode (GL_EXT_spirv_intrinsics).
    Spirv(Box<SpirvCode>),
    /// The type of a string literal, for `debugPrintfEXT` and `abortEXT`.
    String,
    /// An invalid type, after an error has been reported. It is compatible with every type.
    Error,
}

impl TypeKind {
    /// Returns whether the type can be a bindless handle. Atomic counters, separate textures and separate
    /// samplers are always bound, because GL_ARB_bindless_texture covers only the types of OpenGL.
    pub fn has_handles(&self) -> bool {
        matches!(self, TypeKind::Texture(TextureType { combined: true, .. }) | TypeKind::Image(_))
    }

    /// Returns whether variables of the type cannot be in memory that invocations share.
    pub fn is_only_local(&self) -> bool {
        use TypeKind as K;
        matches!(
            self,
            K::CoopMatrix(_) | K::CoopVector(_) | K::TensorLayout(_) | K::TensorView(_) | K::Spirv(_)
        )
    }

    /// Returns whether the type has no size in a buffer or other memory with explicit layout: the type is
    /// [only local](Self::is_only_local), or a vector whose length depends on specialization constants
    /// (VUID-StandaloneSpirv-Function-12294).
    pub fn has_no_layout(&self) -> bool {
        self.is_only_local() || matches!(self, TypeKind::SpecVector(..))
    }

    /// Returns whether the type is opaque (GLSL §4.1.7).
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
    /// An integer [`Const`] that depends on specialization constants.
    Spec(Handle<Const>),
    /// `[]`: the length is determined by the buffer, by uses, or by a redeclaration.
    Unsized,
}

/// A sampled texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureType {
    /// Component type of a texel.
    pub kind: ScalarKind,
    /// Dimensionality of the texture.
    pub dim: TextureDim,
    /// Whether the texture has array layers.
    pub arrayed: bool,
    /// Whether the texture is multisampled.
    pub multi: bool,
    /// Whether the texture is used for depth comparison (`...Shadow`).
    pub shadow: bool,
    /// Whether the texture is combined with a sampler: `sampler2D` rather than `texture2D`.
    pub combined: bool,
}

/// A storage image. The format belongs to the variable, not to the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageType {
    /// Component type of a texel. The width matters, because 64-bit images exist.
    pub scalar: Scalar,
    /// Dimensionality of the image.
    pub dim: TextureDim,
    /// Whether the image has array layers.
    pub arrayed: bool,
    /// Whether the image is multisampled.
    pub multi: bool,
}

/// The dimensionality of a texture or image: naga's dimensions and two more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureDim {
    /// One, two or three dimensions, or a cube.
    Image(ImageDimension),
    /// A texel buffer.
    Buffer,
    /// Two dimensions with unnormalised coordinates.
    Rect,
}

/// A cooperative matrix type. The scope and sizes are constants that may depend on specialization constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoopMatrix {
    /// Component type.
    pub scalar: Scalar,
    /// The scope of the invocations that share the matrix (a `gl_Scope...` value).
    pub scope: Handle<Const>,
    /// Number of rows.
    pub rows: Handle<Const>,
    /// Number of columns.
    pub columns: Handle<Const>,
    /// The matrix use of GL_KHR_cooperative_matrix (a `gl_MatrixUse...` value); `None` for
    /// GL_NV_cooperative_matrix.
    pub usage: Option<Handle<Const>>,
}

/// A cooperative-vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoopVector {
    /// Component type.
    pub scalar: Scalar,
    /// The number of components, an `int` that may depend on specialization constants.
    pub length: Handle<Const>,
}

/// A tensor layout type. The parameters are constants that may depend on specialization constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorLayout {
    /// The number of dimensions.
    pub dimensions: Handle<Const>,
    /// The clamp mode (a `gl_CooperativeMatrixClampMode...NV` value).
    pub clamp: Handle<Const>,
}

/// A tensor view type. The parameters are constants that may depend on specialization constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorView {
    /// The number of dimensions.
    pub dimensions: Handle<Const>,
    /// Whether the view has dimensions of its own (a bool).
    pub has_dimensions: Handle<Const>,
    /// The order in which the view permutes the dimensions.
    pub permutation: Vec<Handle<Const>>,
}

/// A struct, block or buffer reference.
#[derive(Clone, Debug)]
pub struct Struct {
    /// The name, which is generated for unnamed structs.
    pub name: Name,
    /// The members, in order.
    pub members: Vec<Member>,
    /// The memory layout of a block or buffer reference. Nested structs have no layout of their own, because
    /// the same struct may be in a `std140` and in a `std430` block ([`crate::layout`]).
    pub layout: Option<Layout>,
    /// The alignment of the addresses of a buffer reference, in bytes.
    pub align: u32,
    /// The span of the declaration.
    pub span: Span,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name of the member.
    pub name: Name,
    /// The type of the member.
    pub ty: Type,
    /// Byte offset; used only for members of blocks and buffer references.
    pub offset: u32,
    /// Whether matrices in the member, at any depth, are row-major; used only for members of blocks and
    /// buffer references.
    pub row_major: bool,
    /// Memory qualifiers of the member, such as `coherent`.
    pub memory: Memory,
    /// The span of the declaration.
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

    /// Returns the union of the qualifiers.
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

/// The memory layout of a block (OpenGL 4.6 §7.6.2.2, GL_EXT_scalar_block_layout).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `std140`; also used for blocks declared `shared` or `packed`.
    Std140,
    /// `std430`: arrays and structs are not padded to 16 bytes.
    Std430,
    /// `scalar`: every type has the alignment of its scalars.
    Scalar,
    /// No explicit layout. Used for shared variables whose `f16vec2` and `f16vec4` parts are stored as 32-
    /// and 64-bit integers, so that integer atomics can access them.
    PackedHalf,
}

/// The texel format of an image variable; `None` if it is not declared.
pub type Format = Option<nvc_ir::types::ImageFormat>;

/// All types of a program.
#[derive(Debug)]
pub struct Types {
    kinds: UniqueArena<TypeKind>,
    /// The structs, indexed by [`StructId`].
    pub structs: Vec<Struct>,
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl Types {
    /// Creates an empty table.
    pub fn new() -> Self {
        Types { kinds: UniqueArena::new(), structs: Vec::new() }
    }

    /// Interns a type. The constituent types of vectors, matrices and cooperative vectors are interned before
    /// it.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(known) = self.kinds.get(&kind) {
            return known;
        }
        match kind {
            TypeKind::Vector(_, scalar) | TypeKind::SpecVector(_, scalar) => {
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

    /// Returns the handle of a type if it has been interned.
    pub fn find(&self, kind: &TypeKind) -> Option<Type> {
        self.kinds.get(kind)
    }

    /// Returns the kind of a type.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty]
    }

    /// Interns a scalar type.
    pub fn scalar(&mut self, scalar: Scalar) -> Type {
        self.intern(TypeKind::Scalar(scalar))
    }

    /// Returns a struct by its index; `None` if the index is not in this table.
    pub fn get_struct(&self, id: StructId) -> Option<&Struct> {
        self.structs.get(id.0 as usize)
    }

    /// Returns whether a type, or any type in it, passes a test.
    pub fn contains(&self, ty: Type, test: &dyn Fn(&TypeKind) -> bool) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack: SmallVec<[Type; 8]> = smallvec![ty];
        while let Some(ty) = stack.pop() {
            let kind = self.kind(ty);
            if test(kind) {
                return true;
            }
            match kind {
                TypeKind::Array(element, _) => stack.push(*element),
                TypeKind::Struct(id) if seen.insert(*id) => {
                    if let Some(def) = self.get_struct(*id) {
                        stack.extend(def.members.iter().map(|member| member.ty));
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Returns the memory qualifiers of the memory that contains a member. Those of a texture or image say how its texels are
    /// accessed, not how its handle is.
    pub fn member_memory(&self, member: &Member) -> Memory {
        if self.contains(member.ty, &TypeKind::is_opaque) { Memory::default() } else { member.memory }
    }
}
