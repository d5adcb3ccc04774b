//! Types: IR types to `OpType*`, with layout decorations and what they need.

use super::{Emit, Emitter};
use crate::capabilities::{Need, STORAGE_BUFFER_CLASS};
use nvc_ir::entity::Entity;
use nvc_ir::types::{Length, Member};
use nvc_ir::{GlobalKind, Module, Space, Type, TypeKind, Types};
use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, Op, StorageClass, Word};
use rustc_hash::FxHashMap;

/// Deeper nested types are not written: the walk over a type's parts recurses.
const MAX_DEPTH: u32 = 200;

/// What is known of types beside the IR.
pub(super) struct TypeFacts {
    ids: Vec<Option<Word>>,
    /// Types that lie in memory with explicit layout: their members have offsets even where all
    /// offsets are 0.
    explicit: Vec<bool>,
    /// Whether shared memory is laid out explicitly. SPIR-V wants it for all of it or for none.
    explicit_workgroup: bool,
    /// Whether any pointer is a 64-bit address.
    pub uses_physical_addresses: bool,
    /// Second declarations of buffer types, for variables that are never written.
    read_only: FxHashMap<Type, Word>,
    depth: u32,
}

impl TypeFacts {
    pub fn new(ir: &Module) -> Self {
        let types = &ir.types;
        let is_block =
            |ty: Type| types.contains(ty) && matches!(types.kind(ty), TypeKind::Struct { block: true, .. });
        let explicit_workgroup = ir.globals.values().any(|global| {
            matches!(global.kind, GlobalKind::Variable { space: Space::Workgroup, ty, .. } if is_block(ty))
        });
        TypeFacts {
            ids: vec![None; types.len()],
            explicit: explicit_types(types),
            explicit_workgroup,
            uses_physical_addresses: false,
            read_only: FxHashMap::default(),
            depth: 0,
        }
    }
}

impl TypeFacts {
    /// Whether a type was declared.
    pub fn is_declared(&self, ty: Type) -> bool {
        self.ids.get(ty.index()).is_some_and(Option::is_some)
    }
}

/// Parts come before what is made of them, so one pass backwards reaches all parts of blocks.
fn explicit_types(types: &Types) -> Vec<bool> {
    let mut explicit = vec![false; types.len()];
    let all: Vec<_> = types.iter().collect();
    for &(ty, kind) in all.iter().rev() {
        let own = explicit[ty.index()];
        let mut mark = |part: Type| {
            if let Some(slot) = explicit.get_mut(part.index()) {
                *slot = true;
            }
        };
        match kind {
            TypeKind::Struct { members, block } if own || *block => {
                mark(ty);
                members.iter().for_each(|member| mark(member.ty));
            }
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } if own => mark(*element),
            TypeKind::Pointer(Space::PhysicalStorageBuffer, to) => mark(*to),
            _ => {}
        }
    }
    explicit
}

/// Widths of types smaller than a word inside a type.
#[derive(Clone, Copy, Default)]
struct Small {
    int8: bool,
    int16: bool,
    float16: bool,
}

impl<'a> Emitter<'a> {
    /// What a type is; a fault if it does not exist.
    pub(super) fn kind(&mut self, ty: Type) -> Emit<&'a TypeKind> {
        let types = &self.ir.types;
        if types.contains(ty) {
            return Ok(types.kind(ty));
        }
        Err(self.fault(format!("type {ty} does not exist")))
    }

    /// The id of a type.
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
            TypeKind::Void => self.writer.intern(Op::TypeVoid, None, vec![]),
            TypeKind::Bool => self.bool_type(),
            TypeKind::Int(bits) => {
                if bits == 64 {
                    self.need(Need::Int64);
                }
                self.int_type(bits, false)
            }
            TypeKind::Float(bits) => {
                if bits == 64 {
                    self.need(Need::Float64);
                }
                self.writer.intern(Op::TypeFloat, None, vec![word(bits.into())])
            }
            TypeKind::Vector(scalar, count) => {
                let scalar = self.ty(scalar)?;
                self.vector_type(scalar, count)
            }
            TypeKind::Array { element, length, stride } => {
                let element = self.ty(element)?;
                let length = match length {
                    Length::Fixed(n) => self.u32(n),
                    Length::Spec(spec) => self.spec_constant(spec)?,
                };
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
                    self.need(Need::RuntimeDescriptorArray);
                }
                let element = self.ty(element)?;
                let id = self.writer.declare(Op::TypeRuntimeArray, None, vec![Operand::IdRef(element)]);
                self.array_stride(id, stride);
                id
            }
            TypeKind::Struct { ref members, block } => self.struct_type(ty, members, block)?,
            TypeKind::Pointer(space, to) => self.pointer_type(space, to)?,
            TypeKind::Image(image) => self.image_type(image)?,
            TypeKind::SampledImage(image) => {
                let image = self.image_type(image)?;
                self.writer.intern(Op::TypeSampledImage, None, vec![Operand::IdRef(image)])
            }
            TypeKind::Sampler => self.writer.intern(Op::TypeSampler, None, vec![]),
            TypeKind::CoopMatrix(matrix) => self.coop_matrix_type(matrix)?,
        })
    }

    /// The type of truth values.
    pub(super) fn bool_type(&mut self) -> Word {
        self.writer.intern(Op::TypeBool, None, vec![])
    }

    /// An integer type. IR integers have no sign and use the unsigned one; images and texel
    /// offsets need the sign.
    pub(super) fn int_type(&mut self, bits: u8, signed: bool) -> Word {
        let operands = vec![Operand::LiteralBit32(bits.into()), Operand::LiteralBit32(signed.into())];
        self.writer.intern(Op::TypeInt, None, operands)
    }

    /// A vector type; the scalar itself for one component.
    pub(super) fn vector_type(&mut self, scalar: Word, count: u8) -> Word {
        if count == 1 {
            return scalar;
        }
        let operands = vec![Operand::IdRef(scalar), Operand::LiteralBit32(count.into())];
        self.writer.intern(Op::TypeVector, None, operands)
    }

    /// The type of a buffer that is never written, or of an array of them: a declaration of its own.
    ///
    /// NVIDIA's driver takes `NonWritable` of one variable for a property of its struct type, and
    /// moves loads over the stores to other variables of that type (seen with 580.159.04).
    pub(super) fn read_only_type(&mut self, ty: Type) -> Emit<Word> {
        if let Some(&id) = self.types.read_only.get(&ty) {
            return Ok(id);
        }
        let id = match *self.kind(ty)? {
            TypeKind::Struct { ref members, block: true } => self.struct_type(ty, members, true)?,
            TypeKind::Array { element, length, .. } => {
                let element = self.read_only_type(element)?;
                let length = match length {
                    Length::Fixed(n) => self.u32(n),
                    Length::Spec(spec) => self.spec_constant(spec)?,
                };
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

    /// Whether a type is a buffer or an array of buffers.
    pub(super) fn is_buffer(&mut self, ty: Type) -> Emit<bool> {
        let innermost = self.innermost(ty)?;
        Ok(matches!(self.kind(innermost)?, TypeKind::Struct { block: true, .. }))
    }

    fn array_stride(&mut self, id: Word, stride: u32) {
        if stride != 0 {
            self.writer.decorate(id, Decoration::ArrayStride, &[Operand::LiteralBit32(stride)]);
        }
    }

    fn struct_type(&mut self, ty: Type, members: &[Member], block: bool) -> Emit<Word> {
        let mut operands = Vec::with_capacity(members.len());
        for member in members {
            operands.push(Operand::IdRef(self.ty(member.ty)?));
        }
        let id = self.writer.declare(Op::TypeStruct, None, operands);
        if block {
            self.writer.decorate(id, Decoration::Block, &[]);
        }
        if self.types.explicit.get(ty.index()).is_some_and(|&explicit| explicit) {
            for (index, member) in members.iter().enumerate() {
                self.writer.member_offset(id, index as u32, member.offset);
            }
        }
        Ok(id)
    }

    /// A pointer to an IR type, whether or not the IR has the pointer type.
    pub(super) fn pointer_type(&mut self, space: Space, to: Type) -> Emit<Word> {
        match space {
            Space::StorageBuffer => self.extension(STORAGE_BUFFER_CLASS),
            Space::PhysicalStorageBuffer => {
                self.need(Need::PhysicalStorageBufferAddresses);
                self.types.uses_physical_addresses = true;
            }
            Space::Workgroup if self.types.explicit_workgroup => {
                self.need(Need::WorkgroupMemoryExplicitLayoutKHR);
            }
            _ => {}
        }
        self.small_storage(space, to)?;
        let to = self.ty(to)?;
        Ok(self.raw_pointer_type(space, to))
    }

    /// A pointer to a type that is SPIR-V's already.
    pub(super) fn raw_pointer_type(&mut self, space: Space, to: Word) -> Word {
        let operands = vec![Operand::StorageClass(storage_class(space)), Operand::IdRef(to)];
        self.writer.intern(Op::TypePointer, None, operands)
    }

    /// Asks for what 8- and 16-bit types in a storage class need.
    fn small_storage(&mut self, space: Space, ty: Type) -> Emit<()> {
        let small = self.small_parts(ty)?;
        let eight = match space {
            Space::StorageBuffer | Space::PhysicalStorageBuffer => Need::StorageBuffer8BitAccess,
            Space::Uniform => Need::UniformAndStorageBuffer8BitAccess,
            Space::PushConstant => Need::StoragePushConstant8,
            Space::Workgroup if self.types.explicit_workgroup => {
                Need::WorkgroupMemoryExplicitLayout8BitAccessKHR
            }
            _ => Need::Int8,
        };
        let sixteen = match space {
            Space::StorageBuffer | Space::PhysicalStorageBuffer => Some(Need::StorageBuffer16BitAccess),
            Space::Uniform => Some(Need::UniformAndStorageBuffer16BitAccess),
            Space::PushConstant => Some(Need::StoragePushConstant16),
            Space::Workgroup if self.types.explicit_workgroup => {
                Some(Need::WorkgroupMemoryExplicitLayout16BitAccessKHR)
            }
            _ => None,
        };
        if small.int8 {
            self.need(eight);
        }
        if small.int16 {
            self.need(sixteen.unwrap_or(Need::Int16));
        }
        if small.float16 {
            self.need(sixteen.unwrap_or(Need::Float16));
        }
        Ok(())
    }

    /// Asks for what computing with values of a type needs.
    pub(super) fn small_arithmetic(&mut self, ty: Type) -> Emit<()> {
        let scalar = match *self.kind(ty)? {
            TypeKind::Vector(scalar, _) => scalar,
            _ => ty,
        };
        match *self.kind(scalar)? {
            TypeKind::Int(8) => self.need(Need::Int8),
            TypeKind::Int(16) => self.need(Need::Int16),
            TypeKind::Float(16) => self.need(Need::Float16),
            _ => {}
        }
        Ok(())
    }

    /// Asks for what a declared 8- or 16-bit type needs when no memory and no arithmetic asked for
    /// it: a value that is only narrowed and widened again.
    pub(super) fn small_conversions(&mut self) {
        let storage8 = [
            Need::Int8,
            Need::StorageBuffer8BitAccess,
            Need::UniformAndStorageBuffer8BitAccess,
            Need::StoragePushConstant8,
            Need::WorkgroupMemoryExplicitLayout8BitAccessKHR,
        ];
        let storage16 = [
            Need::StorageBuffer16BitAccess,
            Need::UniformAndStorageBuffer16BitAccess,
            Need::StoragePushConstant16,
            Need::WorkgroupMemoryExplicitLayout16BitAccessKHR,
        ];
        let rows = [
            (Types::I8, Need::Int8, &storage8[..]),
            (Types::I16, Need::Int16, &storage16),
            (Types::F16, Need::Float16, &storage16),
        ];
        for (ty, need, enough) in rows {
            let declared = matches!(self.types.ids.get(ty.index()), Some(Some(_)));
            if declared && !self.needs.has_any(&[need]) && !self.needs.has_any(enough) {
                self.need(need);
            }
        }
    }

    fn small_parts(&mut self, ty: Type) -> Emit<Small> {
        let mut small = Small::default();
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            match self.kind(ty)? {
                TypeKind::Int(8) => small.int8 = true,
                TypeKind::Int(16) => small.int16 = true,
                TypeKind::Float(16) => small.float16 = true,
                TypeKind::Vector(part, _) => work.push(*part),
                TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => {
                    work.push(*element)
                }
                TypeKind::Struct { members, .. } => work.extend(members.iter().map(|member| member.ty)),
                _ => {}
            }
        }
        Ok(small)
    }
}

/// SPIR-V's name of a storage class.
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
