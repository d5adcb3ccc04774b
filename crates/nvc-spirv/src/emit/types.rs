//! Emits types: `OpType*` with layout decorations, and the capabilities that types require.

use super::{Emit, Emitter};
use crate::capabilities::{Requirement, STORAGE_BUFFER_CLASS};
use nvc_ir::entity::Entity;
use nvc_ir::globals::VariableAccess;
use nvc_ir::types::{IdVectorType, Member};
use nvc_ir::{FpEncoding, GlobalKind, Module, Space, Type, TypeKind, Types};
use rspirv::dr::Operand;
use rustc_hash::FxHashMap;
use spirv::{Decoration, FPEncoding, Op, StorageClass, Word};

/// Maximum nesting depth of a type, because emission recurses into its parts.
const MAX_DEPTH: u32 = 200;

/// State of type emission.
pub(super) struct TypeTable {
    ids: Vec<Option<Word>>,
    small: SmallTypes,
    /// The capability that arithmetic on values of each type requires, if the type is small.
    arithmetic: Vec<Option<Requirement>>,
    /// Whether workgroup memory has an explicit layout. SPIR-V requires this for all workgroup variables or
    /// for none.
    explicit_workgroup: bool,
    /// Whether any pointer is a 64-bit address.
    pub uses_physical_addresses: bool,
    /// Duplicate declarations of buffer types, for read-only variables.
    read_only: FxHashMap<Type, Word>,
    depth: u32,
}

impl TypeTable {
    pub fn new(ir: &Module) -> Self {
        let types = &ir.types;
        let is_block =
            |ty: Type| types.contains(ty) && matches!(types.kind(ty), TypeKind::Struct { block: true, .. });
        let explicit_workgroup = ir.globals.values().any(|global| {
            matches!(global.kind, GlobalKind::Variable { space: Space::Workgroup, ty, .. } if is_block(ty))
        });
        TypeTable {
            ids: vec![None; types.len()],
            arithmetic: types.iter().map(|(_, kind)| small_arithmetic(types, kind)).collect(),
            small: SmallTypes::of(types),
            explicit_workgroup,
            uses_physical_addresses: false,
            read_only: FxHashMap::default(),
            depth: 0,
        }
    }
}

impl TypeTable {
    /// Returns whether a type has been declared.
    pub fn is_declared(&self, ty: Type) -> bool {
        self.ids.get(ty.index()).is_some_and(Option::is_some)
    }
}

/// The types that contain 8- and 16-bit scalars, each as a flag for each type by its index.
struct SmallTypes {
    int8: Vec<bool>,
    int16: Vec<bool>,
    float16: Vec<bool>,
    /// Floats of non-IEEE encodings, which require only storage capabilities.
    encoded8: Vec<bool>,
    encoded16: Vec<bool>,
}

/// Returns the capability that arithmetic on 8- and 16-bit values of a type requires.
fn small_arithmetic(types: &Types, kind: &TypeKind) -> Option<Requirement> {
    let part = match kind {
        TypeKind::Vector(scalar, _) => Some(*scalar),
        TypeKind::IdVector(vector) => Some(vector.component),
        _ => None,
    };
    let scalar = match part {
        Some(part) if !types.contains(part) => return None,
        Some(part) => types.kind(part),
        None => kind,
    };
    match scalar {
        TypeKind::Int(8) => Some(Requirement::Int8),
        TypeKind::Int(16) => Some(Requirement::Int16),
        TypeKind::Float(16) => Some(Requirement::Float16),
        _ => None,
    }
}

impl SmallTypes {
    fn of(types: &Types) -> Self {
        let encoded = |bits| {
            types.containing(
                move |kind| matches!(kind, TypeKind::EncodedFloat(encoding) if encoding.bits() == bits),
            )
        };
        SmallTypes {
            int8: types.containing(|kind| matches!(kind, TypeKind::Int(8))),
            int16: types.containing(|kind| matches!(kind, TypeKind::Int(16))),
            float16: types.containing(|kind| matches!(kind, TypeKind::Float(16))),
            encoded8: encoded(8),
            encoded16: encoded(16),
        }
    }
}

impl<'a> Emitter<'a> {
    /// Returns the structure of a type; reports an internal error if the type does not exist.
    pub(super) fn kind(&mut self, ty: Type) -> Emit<&'a TypeKind> {
        let types = &self.ir.types;
        if types.contains(ty) {
            return Ok(types.kind(ty));
        }
        Err(self.fault(format!("type {ty} does not exist")))
    }

    /// Returns the id of a type and declares the type if necessary.
    pub(super) fn ty(&mut self, ty: Type) -> Emit<Word> {
        if let Some(&Some(id)) = self.types.ids.get(ty.index()) {
            return Ok(id);
        }
        if self.types.depth == MAX_DEPTH {
            return Err(self.fault(format!("type {ty} is nested more than {MAX_DEPTH} deep")));
        }
        self.types.depth += 1;
        let id = self.declare_type(ty);
        self.types.depth -= 1;
        let id = id?;
        if let Some(slot) = self.types.ids.get_mut(ty.index()) {
            *slot = Some(id);
        }
        Ok(id)
    }

    fn declare_type(&mut self, ty: Type) -> Emit<Word> {
        let word = Operand::LiteralBit32;
        Ok(match *self.kind(ty)? {
            TypeKind::Void => self.writer.intern(Op::TypeVoid, None, &[]),
            TypeKind::Bool => self.bool_type(),
            TypeKind::Int(bits) => {
                if bits == 64 {
                    self.require(Requirement::Int64);
                }
                self.int_type(bits, false)
            }
            TypeKind::Float(bits) => {
                if bits == 64 {
                    self.require(Requirement::Float64);
                }
                self.writer.intern(Op::TypeFloat, None, &[word(bits.into())])
            }
            TypeKind::EncodedFloat(encoding) => self.encoded_float_type(encoding),
            TypeKind::Vector(scalar, count) => {
                let scalar = self.ty(scalar)?;
                self.vector_type(scalar, count)
            }
            TypeKind::Array { element, length, stride } => {
                let element = self.ty(element)?;
                let length = self.length(length)?;
                let id = self.writer.declare(
                    Op::TypeArray,
                    None,
                    vec![Operand::IdRef(element), Operand::IdRef(length)],
                );
                self.array_stride(id, stride);
                id
            }
            TypeKind::RuntimeArray { element, stride } => {
                if stride == 0 {
                    self.require(Requirement::RuntimeDescriptorArray);
                }
                let element = self.ty(element)?;
                let id = self.writer.declare(Op::TypeRuntimeArray, None, vec![Operand::IdRef(element)]);
                self.array_stride(id, stride);
                id
            }
            TypeKind::Struct { ref members, block } => self.struct_type(members, block)?,
            TypeKind::Pointer(space, to) => self.pointer_type(space, to)?,
            TypeKind::Image(image) => self.image_type(image)?,
            TypeKind::SampledImage(image) => {
                let image = self.image_type(image)?;
                self.writer.intern(Op::TypeSampledImage, None, &[Operand::IdRef(image)])
            }
            TypeKind::Sampler => self.writer.intern(Op::TypeSampler, None, &[]),
            TypeKind::CoopMatrix(matrix) => self.coop_matrix_type(matrix)?,
            TypeKind::IdVector(vector) => self.id_vector_type(vector)?,
            TypeKind::TensorLayout(layout) => self.tensor_layout_type(layout)?,
            TypeKind::TensorView(ref view) => self.tensor_view_type(view)?,
            TypeKind::Spirv(ref code) => self.opaque_type(code)?,
        })
    }

    /// Returns the type of floats with a non-IEEE encoding.
    fn encoded_float_type(&mut self, encoding: FpEncoding) -> Word {
        self.require(match encoding {
            FpEncoding::BFloat16 => Requirement::BFloat16TypeKHR,
            FpEncoding::Float8E4M3 | FpEncoding::Float8E5M2 => Requirement::Float8EXT,
            FpEncoding::Float6E2M3 | FpEncoding::Float6E3M2 => Requirement::Float6EXT,
            FpEncoding::Float4E2M1 => Requirement::Float4EXT,
            FpEncoding::Float8UnsignedE8M0 => Requirement::Float8UnsignedE8M0EXT,
            FpEncoding::MxInt8 => Requirement::MXInt8EXT,
        });
        let info = encoding.info();
        let known = FPEncoding::from_u32(info.number);
        let number = known.map_or(Operand::LiteralBit32(info.number), Operand::FPEncoding);
        self.writer.intern(Op::TypeFloat, None, &[Operand::LiteralBit32(info.bits.into()), number])
    }

    /// Returns `OpTypeBool`.
    pub(super) fn bool_type(&mut self) -> Word {
        self.writer.intern(Op::TypeBool, None, &[])
    }

    /// Returns an integer type. IR integers have no sign and use the unsigned type; images and texel offsets
    /// need the signed type.
    pub(super) fn int_type(&mut self, bits: u8, signed: bool) -> Word {
        let operands = vec![Operand::LiteralBit32(bits.into()), Operand::LiteralBit32(signed.into())];
        self.writer.intern(Op::TypeInt, None, &operands)
    }

    /// Returns a vector type; the scalar type itself for a single component.
    pub(super) fn vector_type(&mut self, scalar: Word, count: u16) -> Word {
        if count == 1 {
            return scalar;
        }
        if count > 4 {
            self.require(Requirement::LongVectorEXT);
        }
        let operands = vec![Operand::IdRef(scalar), Operand::LiteralBit32(count.into())];
        self.writer.intern(Op::TypeVector, None, &operands)
    }

    /// Returns the type with the component type `scalar` and as many components as `ty`, which is a scalar or vector.
    pub(super) fn with_scalar(&mut self, ty: Type, scalar: Type) -> Emit<Word> {
        match *self.kind(ty)? {
            TypeKind::Vector(_, count) => {
                let scalar = self.ty(scalar)?;
                Ok(self.vector_type(scalar, count))
            }
            TypeKind::IdVector(vector) => self.id_vector_type(IdVectorType { component: scalar, ..vector }),
            _ => self.ty(scalar),
        }
    }

    /// Returns a duplicate declaration of the type of a read-only buffer, or of an array of such buffers.
    ///
    /// Works around a bug in NVIDIA's driver, which treats `NonWritable` on a variable as a property of the
    /// variable's struct type and moves loads across stores to other variables of that type (workaround
    /// `nonwritable-struct`).
    pub(super) fn read_only_type(&mut self, ty: Type) -> Emit<Word> {
        if let Some(&id) = self.types.read_only.get(&ty) {
            return Ok(id);
        }
        let id = match *self.kind(ty)? {
            TypeKind::Struct { ref members, block: true } => self.struct_type(members, true)?,
            TypeKind::Array { element, length, .. } => {
                let element = self.read_only_type(element)?;
                let length = self.length(length)?;
                let parts = vec![Operand::IdRef(element), Operand::IdRef(length)];
                self.writer.declare(Op::TypeArray, None, parts)
            }
            TypeKind::RuntimeArray { element, .. } => {
                let element = self.read_only_type(element)?;
                self.writer.declare(Op::TypeRuntimeArray, None, vec![Operand::IdRef(element)])
            }
            _ => self.ty(ty)?,
        };
        self.types.read_only.insert(ty, id);
        Ok(id)
    }

    /// Returns whether a type is a buffer or an array of buffers.
    pub(super) fn is_buffer(&mut self, ty: Type) -> Emit<bool> {
        let innermost = self.innermost(ty)?;
        Ok(matches!(self.kind(innermost)?, TypeKind::Struct { block: true, .. }))
    }

    fn array_stride(&mut self, id: Word, stride: u32) {
        if stride != 0 {
            self.writer.decorate(id, Decoration::ArrayStride, &[Operand::LiteralBit32(stride)]);
        }
    }

    fn struct_type(&mut self, members: &[Member], block: bool) -> Emit<Word> {
        let mut operands = Vec::with_capacity(members.len());
        for member in members {
            operands.push(Operand::IdRef(self.ty(member.ty)?));
        }
        let id = self.writer.declare(Op::TypeStruct, None, operands);
        if block {
            self.writer.decorate(id, Decoration::Block, &[]);
        }
        for (index, member) in (0..).zip(members) {
            let Some(offset) = member.offset else { continue };
            self.writer.member_offset(id, index, offset);
            for decoration in self.member_decorations(member.access) {
                self.writer.decorate_member(id, index, decoration);
            }
        }
        Ok(id)
    }

    /// Returns the decorations of a member with the given memory qualifiers.
    fn member_decorations(&self, access: VariableAccess) -> impl Iterator<Item = Decoration> + use<> {
        let wanted = [
            (access.read_only, Decoration::NonWritable),
            (access.write_only && self.nonreadable_buffers, Decoration::NonReadable),
            (access.restrict, Decoration::Restrict),
        ];
        wanted.into_iter().filter_map(|(wanted, decoration)| wanted.then_some(decoration))
    }

    /// Returns the type of pointers to an IR type.
    pub(super) fn pointer_type(&mut self, space: Space, to: Type) -> Emit<Word> {
        match space {
            Space::StorageBuffer => self.extension(STORAGE_BUFFER_CLASS),
            Space::PhysicalStorageBuffer => {
                self.require(Requirement::PhysicalStorageBufferAddresses);
                self.types.uses_physical_addresses = true;
            }
            Space::Workgroup if self.types.explicit_workgroup => {
                self.require(Requirement::WorkgroupMemoryExplicitLayoutKHR);
            }
            _ => {}
        }
        self.require_small_storage(space, to);
        let to = self.ty(to)?;
        Ok(self.raw_pointer_type(space, to))
    }

    /// Returns the type of pointers to a SPIR-V type.
    pub(super) fn raw_pointer_type(&mut self, space: Space, to: Word) -> Word {
        let operands = vec![Operand::StorageClass(storage_class(space)), Operand::IdRef(to)];
        self.writer.intern(Op::TypePointer, None, &operands)
    }

    /// Requires the capabilities for 8- and 16-bit types in a storage class.
    fn require_small_storage(&mut self, space: Space, ty: Type) {
        let eight = match space {
            Space::StorageBuffer | Space::PhysicalStorageBuffer => Some(Requirement::StorageBuffer8BitAccess),
            Space::Uniform => Some(Requirement::UniformAndStorageBuffer8BitAccess),
            Space::PushConstant => Some(Requirement::StoragePushConstant8),
            Space::Workgroup if self.types.explicit_workgroup => {
                Some(Requirement::WorkgroupMemoryExplicitLayout8BitAccessKHR)
            }
            _ => None,
        };
        let sixteen = match space {
            Space::StorageBuffer | Space::PhysicalStorageBuffer => {
                Some(Requirement::StorageBuffer16BitAccess)
            }
            Space::Uniform => Some(Requirement::UniformAndStorageBuffer16BitAccess),
            Space::PushConstant => Some(Requirement::StoragePushConstant16),
            Space::Workgroup if self.types.explicit_workgroup => {
                Some(Requirement::WorkgroupMemoryExplicitLayout16BitAccessKHR)
            }
            _ => None,
        };
        let small = &self.types.small;
        let required = [
            (&small.int8, Some(eight.unwrap_or(Requirement::Int8))),
            (&small.int16, Some(sixteen.unwrap_or(Requirement::Int16))),
            (&small.float16, Some(sixteen.unwrap_or(Requirement::Float16))),
            (&small.encoded8, eight),
            (&small.encoded16, sixteen),
        ]
        .map(|(types, requirement)| requirement.filter(|_| types.get(ty.index()) == Some(&true)));
        required.into_iter().flatten().for_each(|requirement| self.require(requirement));
    }

    /// Requires the capability for arithmetic on 8- and 16-bit values of a type.
    pub(super) fn require_small_arithmetic(&mut self, ty: Type) -> Emit<()> {
        match self.types.arithmetic.get(ty.index()) {
            Some(None) => Ok(()),
            Some(&Some(requirement)) => {
                self.require(requirement);
                Ok(())
            }
            None => self.kind(ty).map(drop),
        }
    }

    /// Requires the capability for each declared 8- or 16-bit type for which neither a memory access nor
    /// arithmetic required one. Values of such a type are only narrowed and widened.
    pub(super) fn require_small_conversions(&mut self) {
        let storage8 = [
            Requirement::Int8,
            Requirement::StorageBuffer8BitAccess,
            Requirement::UniformAndStorageBuffer8BitAccess,
            Requirement::StoragePushConstant8,
            Requirement::WorkgroupMemoryExplicitLayout8BitAccessKHR,
        ];
        let storage16 = [
            Requirement::StorageBuffer16BitAccess,
            Requirement::UniformAndStorageBuffer16BitAccess,
            Requirement::StoragePushConstant16,
            Requirement::WorkgroupMemoryExplicitLayout16BitAccessKHR,
        ];
        let rows = [
            (Types::I8, Requirement::Int8, &storage8[..]),
            (Types::I16, Requirement::Int16, &storage16),
            (Types::F16, Requirement::Float16, &storage16),
        ];
        for (ty, requirement, sufficient) in rows {
            let declared = matches!(self.types.ids.get(ty.index()), Some(Some(_)));
            if declared
                && !self.requirements.has_any(&[requirement])
                && !self.requirements.has_any(sufficient)
            {
                self.require(requirement);
            }
        }
    }
}

/// Returns the SPIR-V storage class of an IR storage class.
pub(super) fn storage_class(space: Space) -> StorageClass {
    match space {
        Space::UniformConstant => StorageClass::UniformConstant,
        Space::Uniform => StorageClass::Uniform,
        Space::StorageBuffer => StorageClass::StorageBuffer,
        Space::PushConstant => StorageClass::PushConstant,
        Space::Workgroup => StorageClass::Workgroup,
        Space::Private => StorageClass::Private,
        Space::Function => StorageClass::Function,
        Space::Image => StorageClass::Image,
        Space::PhysicalStorageBuffer => StorageClass::PhysicalStorageBuffer,
    }
}
