//! Types, interned per module.
//!
//! Integers carry a width and no sign, as in LLVM: operations carry the sign.

use crate::coop_vector::CoopVectorType;
use crate::entity::{Arena, Entity, SpecConst, Type};
use crate::fp_encoding::FpEncoding;
pub use crate::image_format::ImageFormat;
use crate::spirv::Spirv;
use crate::tensor::{TensorLayoutType, TensorViewType};
use rustc_hash::FxHashMap;

/// The most components of a vector: what every Vulkan device with long vectors supports.
pub const MAX_COMPONENTS: u16 = 1024;

/// The structure of a [`Type`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// No value.
    Void,
    /// A bool; has no memory representation.
    Bool,
    /// An integer of 8, 16, 32 or 64 bits.
    Int(u8),
    /// An IEEE float of 16, 32 or 64 bits.
    Float(u8),
    /// A float of another encoding. Most arithmetic is not defined on it.
    EncodedFloat(FpEncoding),
    /// 2 to [`MAX_COMPONENTS`] components of a scalar type; more than 4 are a long vector.
    Vector(Type, u16),
    /// A fixed number of elements. `stride` is the distance in bytes in memory with explicit
    /// layout, 0 elsewhere.
    Array {
        /// Element type.
        element: Type,
        /// Element count.
        length: Length,
        /// Byte distance of elements, 0 where the layout is not explicit.
        stride: u32,
    },
    /// An array sized at run time: by the bound buffer, or by the descriptor heap (`stride` 0).
    RuntimeArray {
        /// Element type.
        element: Type,
        /// Byte distance of elements, 0 where the layout is not explicit.
        stride: u32,
    },
    /// Members at byte offsets.
    Struct {
        /// Members in order.
        members: Vec<Member>,
        /// Whether this is the outermost type of a buffer (SPIR-V `Block`).
        block: bool,
    },
    /// An address of a value of the type in a storage class.
    Pointer(Space, Type),
    /// An image without a sampler, for fetches, reads and writes.
    Image(ImageType),
    /// An image with a sampler.
    SampledImage(ImageType),
    /// A sampler alone.
    Sampler,
    /// A matrix distributed over the invocations of a scope.
    CoopMatrix(CoopMatrixType),
    /// A vector of one invocation that matrices in memory are multiplied by.
    CoopVector(CoopVectorType),
    /// A map from coordinates of a tensor to memory.
    TensorLayout(TensorLayoutType),
    /// A map from the elements of a matrix to coordinates of a tensor.
    TensorView(TensorViewType),
    /// A SPIR-V type that the IR has no operations for, by its opcode.
    Spirv(Spirv),
}

/// A cooperative matrix type (SPV_NV_cooperative_matrix).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoopMatrixType {
    /// Component type: an integer or float, not of a microscaling format.
    pub component: Type,
    /// For integer components: whether they are signed. Products depend on it.
    pub signed: bool,
    /// The SPIR-V `Scope` that holds it, by number.
    pub scope: Length,
    /// Rows.
    pub rows: Length,
    /// Columns.
    pub columns: Length,
    /// Matrix use: 0 left factor, 1 right factor, 2 sum. Required by SPV_KHR_cooperative_matrix;
    /// `None` for SPV_NV_cooperative_matrix.
    pub usage: Option<u8>,
}

/// An element count or another number, fixed or a specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// Known.
    Fixed(u32),
    /// A specialization constant.
    Spec(SpecConst),
}

/// A member of a struct type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Its type.
    pub ty: Type,
    /// Its byte offset, 0 for all where the layout is not explicit.
    pub offset: u32,
}

/// SPIR-V storage classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Descriptors: images and samplers.
    UniformConstant,
    /// Uniform buffers.
    Uniform,
    /// Storage buffers.
    StorageBuffer,
    /// Push constants.
    PushConstant,
    /// Shared by a work group.
    Workgroup,
    /// Private to an invocation, module scope.
    Private,
    /// Private to an invocation, function scope.
    Function,
    /// A texel, for image atomics.
    Image,
    /// 64-bit device addresses.
    PhysicalStorageBuffer,
}

impl Space {
    /// All, in the order of the enum.
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

    /// The name in the text form.
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
    /// Two dimensions, unnormalised coordinates.
    Rect,
    /// A texel buffer.
    Buffer,
}

impl Dim {
    /// All, in the order of the enum.
    pub const ALL: [Dim; 6] = [Dim::D1, Dim::D2, Dim::D3, Dim::Cube, Dim::Rect, Dim::Buffer];

    /// The name in the text form.
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

    /// The name in reflections and in the names of variables.
    pub fn label(self) -> &'static str {
        match self {
            Dim::D1 => "1d",
            Dim::D2 => "2d",
            Dim::D3 => "3d",
            _ => self.name(),
        }
    }

    /// Number of coordinates, without layer and sample.
    pub fn coordinates(self) -> u8 {
        match self {
            Dim::D1 | Dim::Buffer => 1,
            Dim::D2 | Dim::Rect => 2,
            Dim::D3 | Dim::Cube => 3,
        }
    }

    /// Number of components of a size query, without the layer count.
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
    /// For integer texels: whether they are signed. SPIR-V image types carry the sign.
    pub signed: bool,
    /// Dimensionality.
    pub dim: Dim,
    /// Whether it has layers.
    pub arrayed: bool,
    /// Whether it is multisampled.
    pub multisampled: bool,
    /// Whether it is a depth image, for comparisons with a reference.
    pub depth: bool,
    /// A storage image (read, written, atomics) instead of a sampled one.
    pub storage: bool,
    /// The texel format of a storage image, if known.
    pub format: Option<ImageFormat>,
}

impl ImageType {
    /// Number of components of a coordinate, with the layer. Storage cube arrays have one component
    /// for layer and face.
    pub fn coordinates(self) -> u8 {
        let layer = self.arrayed && !(self.storage && self.dim == Dim::Cube);
        self.dim.coordinates() + u8::from(layer)
    }

    /// Number of components of a size query, with the layer count.
    pub fn size_components(self) -> u8 {
        self.dim.size_components() + u8::from(self.arrayed)
    }
}

/// The types of a module. The predefined ones are in every table at fixed ids.
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
    /// No value.
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
    /// The first of the floats of other encodings.
    const ENCODED: u32 = 9;

    /// The predefined types alone.
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

    /// The id of a type, which is added if it is new.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        let id = self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }

    /// Gives a type another structure, whose parts are older types. Everything made of the type changes with it. Types that
    /// had different structures keep different ids even if their new structures are equal.
    pub fn redefine(&mut self, ty: Type, kind: TypeKind) {
        let old = std::mem::replace(&mut self.kinds[ty], kind.clone());
        self.ids.remove(&old);
        self.ids.entry(kind).or_insert(ty);
    }

    /// A vector of `count` components; the scalar itself if `count` is 1.
    pub fn vector(&mut self, scalar: Type, count: u16) -> Type {
        if count == 1 { scalar } else { self.intern(TypeKind::Vector(scalar, count)) }
    }

    /// A pointer type.
    pub fn pointer(&mut self, space: Space, to: Type) -> Type {
        self.intern(TypeKind::Pointer(space, to))
    }

    /// An array without explicit layout.
    pub fn array(&mut self, element: Type, length: u32) -> Type {
        self.intern(TypeKind::Array { element, length: Length::Fixed(length), stride: 0 })
    }

    /// The integer type of a width of 8, 16, 32 or 64.
    pub fn int(bits: u8) -> Type {
        match bits {
            8 => Self::I8,
            16 => Self::I16,
            64 => Self::I64,
            _ => Self::I32,
        }
    }

    /// The float type of a width of 16, 32 or 64.
    pub fn float(bits: u8) -> Type {
        match bits {
            16 => Self::F16,
            64 => Self::F64,
            _ => Self::F32,
        }
    }

    /// The type of floats of an encoding.
    pub const fn encoded_float(encoding: FpEncoding) -> Type {
        Type::predefined(Self::ENCODED + encoding as u32)
    }

    /// The structure of a type.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty]
    }

    /// All types in creation order: component types come before the types that use them.
    pub fn iter(&self) -> impl Iterator<Item = (Type, &TypeKind)> {
        self.kinds.iter()
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Always false: every table has the predefined types.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Whether the id belongs to this table.
    pub fn contains(&self, ty: Type) -> bool {
        ty.index() < self.kinds.len()
    }

    /// The component type of a vector, cooperative matrix or cooperative vector, or the type itself.
    pub fn scalar(&self, ty: Type) -> Type {
        match *self.kind(ty) {
            TypeKind::Vector(scalar, _) => scalar,
            TypeKind::CoopMatrix(matrix) => matrix.component,
            TypeKind::CoopVector(vector) => vector.component,
            _ => ty,
        }
    }

    /// How many components a vector has; 1 for other types, also for cooperative ones.
    pub fn components(&self, ty: Type) -> u16 {
        match *self.kind(ty) {
            TypeKind::Vector(_, count) => count,
            _ => 1,
        }
    }

    /// Bits of a scalar integer or float of any encoding; `None` for other types.
    pub fn scalar_bits(&self, ty: Type) -> Option<u8> {
        match *self.kind(ty) {
            TypeKind::Int(bits) | TypeKind::Float(bits) => Some(bits),
            TypeKind::EncodedFloat(encoding) => Some(encoding.bits()),
            _ => None,
        }
    }

    /// Bits of a scalar or vector of integers or floats; `None` for other types.
    pub fn bits(&self, ty: Type) -> Option<u32> {
        if self.is_cooperative(ty) {
            return None;
        }
        let scalar = self.scalar_bits(self.scalar(ty))?;
        Some(u32::from(scalar) * u32::from(self.components(ty)))
    }

    /// Whether it is a cooperative matrix.
    pub fn is_coop_matrix(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::CoopMatrix(_))
    }

    /// Whether it is a cooperative matrix or vector: elementwise operations apply, but its number of components may
    /// depend on specialization.
    pub fn is_cooperative(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::CoopMatrix(_) | TypeKind::CoopVector(_))
    }

    /// The structure of a cooperative vector; `None` for other types.
    pub fn coop_vector(&self, ty: Type) -> Option<CoopVectorType> {
        match *self.kind(ty) {
            TypeKind::CoopVector(vector) => Some(vector),
            _ => None,
        }
    }

    /// Whether it is an integer or a vector of integers.
    pub fn is_int(&self, ty: Type) -> bool {
        matches!(self.kind(self.scalar(ty)), TypeKind::Int(_))
    }

    /// Whether it is an IEEE float or a vector of them.
    pub fn is_float(&self, ty: Type) -> bool {
        matches!(self.kind(self.scalar(ty)), TypeKind::Float(_))
    }

    /// The encoding of a float, or vector of floats, that is not an IEEE float.
    pub fn encoding(&self, ty: Type) -> Option<FpEncoding> {
        match *self.kind(self.scalar(ty)) {
            TypeKind::EncodedFloat(encoding) => Some(encoding),
            _ => None,
        }
    }

    /// Whether it is a bool or a vector of bools.
    pub fn is_bool(&self, ty: Type) -> bool {
        self.scalar(ty) == Self::BOOL
    }

    /// Storage class and pointee of a pointer type; `None` for other types.
    pub fn pointee(&self, ty: Type) -> Option<(Space, Type)> {
        match *self.kind(ty) {
            TypeKind::Pointer(space, to) => Some((space, to)),
            _ => None,
        }
    }
}
