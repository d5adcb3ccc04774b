//! Types of the IR, interned per module.
//!
//! As in LLVM, integer types have a width but no sign; signedness is a property of operations.

use crate::entity::{Arena, Entity, SpecConst, Type};
use crate::fp_encoding::FpEncoding;
use crate::globals::VariableAccess;
pub use crate::image_format::ImageFormat;
use crate::spirv::Spirv;
use crate::tensor::{TensorLayoutType, TensorViewType};
use rustc_hash::FxHashMap;

/// Maximum number of components of a vector: the most that one SPIR-V instruction can list, after three other words.
pub const MAX_COMPONENTS: u16 = 65_532;

/// The structure of a [`Type`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// The absence of a value.
    Void,
    /// A bool. It has no representation in memory that the API can access.
    Bool,
    /// An integer of 8, 16, 32 or 64 bits.
    Int(u8),
    /// An IEEE float of 16, 32 or 64 bits.
    Float(u8),
    /// A float of a non-IEEE encoding. Most arithmetic is not defined for it.
    EncodedFloat(FpEncoding),
    /// 2 to [`MAX_COMPONENTS`] components of a scalar type. A vector of more than 4 components is a long
    /// vector.
    Vector(Type, u16),
    /// An array whose length is fixed or a specialization constant.
    Array {
        /// Element type.
        element: Type,
        /// Element count.
        length: Length,
        /// Distance between elements in bytes; 0 if the memory has no explicit layout.
        stride: u32,
    },
    /// An array whose size is determined at run time by the bound buffer, or by the descriptor heap (`stride`
    /// 0).
    RuntimeArray {
        /// Element type.
        element: Type,
        /// Distance between elements in bytes; 0 if the memory has no explicit layout.
        stride: u32,
    },
    /// A struct.
    Struct {
        /// Members in order.
        members: Vec<Member>,
        /// Whether this is the outermost type of a buffer (SPIR-V `Block`).
        block: bool,
    },
    /// A pointer to a value of the type in a storage class.
    Pointer(Space, Type),
    /// An image without a sampler, for fetches, reads and writes.
    Image(ImageType),
    /// An image with a sampler.
    SampledImage(ImageType),
    /// A sampler alone.
    Sampler,
    /// A matrix distributed over the invocations of a scope.
    CoopMatrix(CoopMatrixType),
    /// A vector whose length may be a specialization constant: a cooperative vector or a long vector.
    IdVector(IdVectorType),
    /// A mapping from tensor coordinates to memory.
    TensorLayout(TensorLayoutType),
    /// A mapping from matrix elements to tensor coordinates.
    TensorView(TensorViewType),
    /// A SPIR-V type that no IR operation supports, identified by its opcode.
    Spirv(Spirv),
}

/// A cooperative matrix type (SPV_NV_cooperative_matrix).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoopMatrixType {
    /// Component type: an integer or a float, but not a microscaling format.
    pub component: Type,
    /// Whether integer components are signed, which affects products.
    pub signed: bool,
    /// Value of the SPIR-V `Scope` whose invocations hold the matrix.
    pub scope: Length,
    /// Number of rows.
    pub rows: Length,
    /// Number of columns.
    pub columns: Length,
    /// Matrix use: 0 for the left factor (A), 1 for the right factor (B), 2 for the accumulator. Required by
    /// SPV_KHR_cooperative_matrix; `None` for SPV_NV_cooperative_matrix.
    pub usage: Option<u8>,
}

impl CoopMatrixType {
    /// The scope of a matrix that a work group holds.
    pub const WORKGROUP: Length = Length::Fixed(2);
    /// The scope of a matrix that a subgroup holds.
    pub const SUBGROUP: Length = Length::Fixed(3);
}

/// A vector type whose length is given by a constant instruction (`OpTypeVectorIdEXT`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdVectorType {
    /// Component type: an integer, a float that is not a microscaling format or, in a long vector, any scalar.
    pub component: Type,
    /// Number of components, at least 1.
    pub length: Length,
    /// Whether it is a cooperative vector (SPV_NV_cooperative_vector), which has products with matrices in memory but
    /// only some of the operations of a long vector (SPV_EXT_long_vector).
    pub cooperative: bool,
}

/// An element count or other number that is either fixed or a specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// A fixed number.
    Fixed(u32),
    /// A specialization constant.
    Spec(SpecConst),
}

/// A member of a struct type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Type of the member.
    pub ty: Type,
    /// Offset in bytes. `None` for all members if the layout is not explicit, as in function-local and most workgroup
    /// memory: SPIR-V forbids offsets there, so the same struct in a buffer is another type.
    pub offset: Option<u32>,
    /// Memory qualifiers of a member of a block.
    pub access: VariableAccess,
}

impl Member {
    /// Returns a member at an offset in bytes, without memory qualifiers.
    pub fn new(ty: Type, offset: u32) -> Member {
        Member { ty, offset: Some(offset), access: VariableAccess::default() }
    }

    /// Returns a member of a struct without explicit layout.
    pub fn without_offset(ty: Type) -> Member {
        Member { ty, offset: None, access: VariableAccess::default() }
    }
}

/// SPIR-V storage classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Descriptors other than those of buffers: images, samplers and opaque types.
    UniformConstant,
    /// Uniform buffers.
    Uniform,
    /// Storage buffers.
    StorageBuffer,
    /// Push constants.
    PushConstant,
    /// Memory shared by a work group.
    Workgroup,
    /// Module-level variables that are private to an invocation.
    Private,
    /// Function-level variables that are private to an invocation.
    Function,
    /// Pointers to texels, for image atomics.
    Image,
    /// Memory addressed by 64-bit device addresses.
    PhysicalStorageBuffer,
}

impl Space {
    /// All storage classes, in the order of the enum.
    pub const ALL: [Space; 9] = [
        Space::UniformConstant,
        Space::Uniform,
        Space::StorageBuffer,
        Space::PushConstant,
        Space::Workgroup,
        Space::Private,
        Space::Function,
        Space::Image,
        Space::PhysicalStorageBuffer,
    ];

    /// Returns the name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Space::UniformConstant => "uniform_constant",
            Space::Uniform => "uniform",
            Space::StorageBuffer => "storage_buffer",
            Space::PushConstant => "push_constant",
            Space::Workgroup => "workgroup",
            Space::Private => "private",
            Space::Function => "function",
            Space::Image => "image",
            Space::PhysicalStorageBuffer => "physical",
        }
    }
}

/// Dimensionality of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dim {
    /// One dimension.
    D1,
    /// Two dimensions.
    D2,
    /// Three dimensions.
    D3,
    /// Six faces.
    Cube,
    /// Two dimensions with unnormalized coordinates.
    Rect,
    /// A texel buffer.
    Buffer,
}

impl Dim {
    /// All dimensionalities, in the order of the enum.
    pub const ALL: [Dim; 6] = [Dim::D1, Dim::D2, Dim::D3, Dim::Cube, Dim::Rect, Dim::Buffer];

    /// Returns the name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Dim::D1 => "d1",
            Dim::D2 => "d2",
            Dim::D3 => "d3",
            Dim::Cube => "cube",
            Dim::Rect => "rect",
            Dim::Buffer => "buffer",
        }
    }

    /// Returns the name in reflection and in the names of variables.
    pub fn label(self) -> &'static str {
        match self {
            Dim::D1 => "1d",
            Dim::D2 => "2d",
            Dim::D3 => "3d",
            _ => self.name(),
        }
    }

    /// Returns the number of coordinates, without layer and sample.
    pub fn coordinates(self) -> u8 {
        match self {
            Dim::D1 | Dim::Buffer => 1,
            Dim::D2 | Dim::Rect => 2,
            Dim::D3 | Dim::Cube => 3,
        }
    }

    /// Returns the number of components of a size query, without the layer count.
    pub fn size_components(self) -> u8 {
        match self {
            Dim::Cube => 2,
            other => other.coordinates(),
        }
    }
}

/// An image type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageType {
    /// Component type of a texel: [`Types::F32`], [`Types::I32`] or [`Types::I64`].
    pub texel: Type,
    /// Whether integer texels are signed. SPIR-V image types have a signed or unsigned texel type.
    pub signed: bool,
    /// Dimensionality.
    pub dim: Dim,
    /// Whether the image has layers.
    pub arrayed: bool,
    /// Whether the image is multisampled.
    pub multisampled: bool,
    /// Whether this is a depth image, which is compared with a reference.
    pub depth: bool,
    /// Whether this is a storage image (for reads, writes and atomics) rather than a sampled one.
    pub storage: bool,
    /// The texel format of a storage image, if known.
    pub format: Option<ImageFormat>,
}

impl ImageType {
    /// Returns the number of components of a coordinate, including the layer. In a storage cube array, one
    /// component selects both layer and face.
    pub fn coordinates(self) -> u8 {
        let layer = self.arrayed && !(self.storage && self.dim == Dim::Cube);
        self.dim.coordinates() + u8::from(layer)
    }

    /// Returns the number of components of a size query, including the layer count.
    pub fn size_components(self) -> u8 {
        self.dim.size_components() + u8::from(self.arrayed)
    }
}

/// The type table of a module. Every table contains the predefined types at fixed ids.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: Arena<Type, TypeKind>,
    ids: FxHashMap<TypeKind, Type>,
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl Types {
    /// The absence of a value.
    pub const VOID: Type = Type::predefined(0);
    /// Bool.
    pub const BOOL: Type = Type::predefined(1);
    /// 8-bit integer.
    pub const I8: Type = Type::predefined(2);
    /// 16-bit integer.
    pub const I16: Type = Type::predefined(3);
    /// 32-bit integer.
    pub const I32: Type = Type::predefined(4);
    /// 64-bit integer.
    pub const I64: Type = Type::predefined(5);
    /// Half-precision float.
    pub const F16: Type = Type::predefined(6);
    /// Single-precision float.
    pub const F32: Type = Type::predefined(7);
    /// Double-precision float.
    pub const F64: Type = Type::predefined(8);
    /// Id of the first float type of a non-IEEE encoding.
    const ENCODED: u32 = 9;

    /// Creates a table with only the predefined types.
    pub fn new() -> Self {
        let mut types = Types { kinds: Arena::new(), ids: FxHashMap::default() };
        for kind in [
            TypeKind::Void,
            TypeKind::Bool,
            TypeKind::Int(8),
            TypeKind::Int(16),
            TypeKind::Int(32),
            TypeKind::Int(64),
            TypeKind::Float(16),
            TypeKind::Float(32),
            TypeKind::Float(64),
        ] {
            types.intern(kind);
        }
        for encoding in FpEncoding::ALL {
            types.intern(TypeKind::EncodedFloat(encoding));
        }
        types
    }

    /// Returns the id of a type and adds the type if it is new.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        let id = self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }

    /// Changes the structure of a type in place. The parts of the new structure must have smaller ids. Types
    /// that contain the type change with it. Types that used to differ keep different ids, even if their new
    /// structures are equal.
    pub fn redefine(&mut self, ty: Type, kind: TypeKind) {
        let old = std::mem::replace(&mut self.kinds[ty], kind.clone());
        self.ids.remove(&old);
        self.ids.entry(kind).or_insert(ty);
    }

    /// Returns the vector type with `count` components; the scalar type itself if `count` is 1.
    pub fn vector(&mut self, scalar: Type, count: u16) -> Type {
        if count == 1 { scalar } else { self.intern(TypeKind::Vector(scalar, count)) }
    }

    /// Returns the type with the component type `scalar` and as many components as `ty`, which is a scalar or vector.
    pub fn with_scalar(&mut self, ty: Type, scalar: Type) -> Type {
        match *self.kind(ty) {
            TypeKind::Vector(_, count) => self.intern(TypeKind::Vector(scalar, count)),
            TypeKind::IdVector(vector) => {
                self.intern(TypeKind::IdVector(IdVectorType { component: scalar, ..vector }))
            }
            _ => scalar,
        }
    }

    /// Returns whether two types have the same number of components. Cooperative and long vectors of the same length
    /// differ. A matrix counts as one component.
    pub fn same_components(&self, a: Type, b: Type) -> bool {
        match (self.kind(a), self.kind(b)) {
            (TypeKind::IdVector(a), TypeKind::IdVector(b)) => {
                a.length == b.length && a.cooperative == b.cooperative
            }
            (TypeKind::IdVector(_), _) | (_, TypeKind::IdVector(_)) => false,
            _ => self.components(a) == self.components(b),
        }
    }

    /// Returns a pointer type.
    pub fn pointer(&mut self, space: Space, to: Type) -> Type {
        self.intern(TypeKind::Pointer(space, to))
    }

    /// Returns an array type without explicit layout.
    pub fn array(&mut self, element: Type, length: u32) -> Type {
        self.intern(TypeKind::Array { element, length: Length::Fixed(length), stride: 0 })
    }

    /// Returns the integer type with a width of 8, 16, 32 or 64 bits; the 32-bit type for any other width.
    pub fn int(bits: u8) -> Type {
        match bits {
            8 => Self::I8,
            16 => Self::I16,
            64 => Self::I64,
            _ => Self::I32,
        }
    }

    /// Returns, for each type by its index, whether the type or a part of it passes a test. Parts are members, elements and
    /// components of vectors, at any depth, but not what a pointer points to.
    pub fn containing(&self, test: impl Fn(&TypeKind) -> bool) -> Vec<bool> {
        // One pass over all types, because a type of a few lines can have millions of parts. Parts precede the whole.
        let mut found: Vec<bool> = Vec::with_capacity(self.len());
        for (_, kind) in self.iter() {
            let holds = |part: Type| found.get(part.index()) == Some(&true);
            let inside = match kind {
                TypeKind::Vector(part, _) => holds(*part),
                TypeKind::IdVector(vector) => holds(vector.component),
                TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => holds(*element),
                TypeKind::Struct { members, .. } => members.iter().any(|member| holds(member.ty)),
                _ => false,
            };
            found.push(inside || test(kind));
        }
        found
    }

    /// Returns, for each type by its index, the number of its members, those of its parts included; an array has one element.
    pub fn member_counts(&self) -> Vec<u64> {
        let mut counts: Vec<u64> = Vec::with_capacity(self.len());
        for (_, kind) in self.iter() {
            let of = |part: Type| counts.get(part.index()).copied().unwrap_or(0);
            counts.push(match kind {
                TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => of(*element),
                TypeKind::Struct { members, .. } => members
                    .iter()
                    .fold(0, |sum: u64, member| sum.saturating_add(of(member.ty)).saturating_add(1)),
                _ => 0,
            });
        }
        counts
    }

    /// Returns the IEEE float type with a width of 16, 32 or 64 bits; the 32-bit type for any other width.
    pub fn float(bits: u8) -> Type {
        match bits {
            16 => Self::F16,
            64 => Self::F64,
            _ => Self::F32,
        }
    }

    /// Returns the float type of a non-IEEE encoding.
    pub const fn encoded_float(encoding: FpEncoding) -> Type {
        Type::predefined(Self::ENCODED + encoding as u32)
    }

    /// Returns the structure of a type.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty]
    }

    /// Iterates over all types in creation order. Component types precede the types that contain them.
    pub fn iter(&self) -> impl Iterator<Item = (Type, &TypeKind)> {
        self.kinds.iter()
    }

    /// Returns the number of types.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns whether there are no types: always `false`, because every table contains the predefined types.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns whether the id is in this table.
    pub fn contains(&self, ty: Type) -> bool {
        ty.index() < self.kinds.len()
    }

    /// Returns the component type of a vector or cooperative matrix; any other type itself.
    pub fn scalar(&self, ty: Type) -> Type {
        match *self.kind(ty) {
            TypeKind::Vector(scalar, _) => scalar,
            TypeKind::CoopMatrix(matrix) => matrix.component,
            TypeKind::IdVector(vector) => vector.component,
            _ => ty,
        }
    }

    /// Returns the number of components of a [`TypeKind::Vector`]; 1 for all other types.
    pub fn components(&self, ty: Type) -> u16 {
        match *self.kind(ty) {
            TypeKind::Vector(_, count) => count,
            _ => 1,
        }
    }

    /// Returns the width of a scalar integer or float of any encoding; `None` for other types.
    pub fn scalar_bits(&self, ty: Type) -> Option<u8> {
        match *self.kind(ty) {
            TypeKind::Int(bits) | TypeKind::Float(bits) => Some(bits),
            TypeKind::EncodedFloat(encoding) => Some(encoding.bits()),
            _ => None,
        }
    }

    /// Returns the size in bits of an integer or float, or of a vector of them; `None` for other types.
    pub fn bits(&self, ty: Type) -> Option<u32> {
        if self.is_uncounted(ty) {
            return None;
        }
        let scalar = self.scalar_bits(self.scalar(ty))?;
        Some(u32::from(scalar) * u32::from(self.components(ty)))
    }

    /// Returns whether the type is a cooperative matrix.
    pub fn is_coop_matrix(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::CoopMatrix(_))
    }

    /// Returns whether elementwise operations apply to the type although its number of components may be unknown: a
    /// cooperative matrix, or a vector whose length may be a specialization constant.
    pub fn is_uncounted(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::CoopMatrix(_) | TypeKind::IdVector(_))
    }

    /// Returns the structure of a [`TypeKind::IdVector`]; `None` for other types.
    pub fn id_vector(&self, ty: Type) -> Option<IdVectorType> {
        match *self.kind(ty) {
            TypeKind::IdVector(vector) => Some(vector),
            _ => None,
        }
    }

    /// Returns whether the type is an integer or a vector (or cooperative type) of integers.
    pub fn is_int(&self, ty: Type) -> bool {
        matches!(self.kind(self.scalar(ty)), TypeKind::Int(_))
    }

    /// Returns whether the type is an IEEE float or a vector (or cooperative type) of IEEE floats.
    pub fn is_float(&self, ty: Type) -> bool {
        matches!(self.kind(self.scalar(ty)), TypeKind::Float(_))
    }

    /// Returns the encoding of a non-IEEE float, or of a vector (or cooperative type) of such floats; `None` for other
    /// types.
    pub fn encoding(&self, ty: Type) -> Option<FpEncoding> {
        match *self.kind(self.scalar(ty)) {
            TypeKind::EncodedFloat(encoding) => Some(encoding),
            _ => None,
        }
    }

    /// Returns whether the type is a bool or a vector of bools.
    pub fn is_bool(&self, ty: Type) -> bool {
        self.scalar(ty) == Self::BOOL
    }

    /// Returns the storage class and pointee of a pointer type; `None` for other types.
    pub fn pointee(&self, ty: Type) -> Option<(Space, Type)> {
        match *self.kind(ty) {
            TypeKind::Pointer(space, to) => Some((space, to)),
            _ => None,
        }
    }
}
