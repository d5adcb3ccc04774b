//! Decodes pointers and memory accesses. A pointer has two columns: a region, and a byte offset in the
//! region.

use super::decoder::{Decoder, Slots};
use super::error::{Result, fault, wrong_imm};
use super::resources::Place;
use crate::code::{Arena, MemoryAccess, MemoryStep, NO_REGION, Step};
use crate::column::Slot;
use crate::kernels;
use nvc_ir::function::OwnedInst;
use nvc_ir::imm::{AtomicOp, BytesAccess, Imm};
use nvc_ir::tensor::Decode;
use nvc_ir::{Global, Op, Space, Type, TypeKind, Value};

/// The columns of a pointer.
#[derive(Clone, Copy)]
struct Pointer {
    region: Slot,
    offset: Slot,
}

/// Decodes `global.addr`, `local.addr` and `physical.addr`.
pub(super) fn address(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let zero = d.context.columns.constant(0);
    let slots = match data.imm() {
        Imm::Global(global) => {
            let (_, to) = pointee(d, d.result(data)?)?;
            vec![global_region(d, global, to)?, zero]
        }
        Imm::Local(local) => {
            let variable = d.locals.get(nvc_ir::entity::Entity::index(local)).copied();
            let (start, size) = variable.ok_or_else(|| fault("a local variable does not exist"))?;
            vec![lane_region(d, start, size), zero]
        }
        _ => vec![zero, d.slot(d.arg(data, 0)?)?],
    };
    d.define(data, slots);
    Ok(())
}

/// Decodes `physical.value`.
pub(super) fn physical_value(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let address = pointer(d, d.arg(data, 0)?)?.offset;
    d.define(data, vec![address]);
    Ok(())
}

fn lane_region(d: &mut Decoder<'_, '_>, start: u32, size: u32) -> Slot {
    d.context.columns.constant(u64::from(start) << 32 | u64::from(size))
}

/// Returns the region column of a variable.
fn global_region(d: &mut Decoder<'_, '_>, global: Global, to: Type) -> Result<Slot> {
    let place =
        d.context.globals.get(global).ok_or_else(|| fault(format!("global {global} does not exist")))?;
    Ok(match place {
        // The first index into an array of buffers selects the region later.
        Place::Buffers(table) if is_block_array(d, to) => d.context.columns.constant(table.into()),
        Place::Buffers(table) => {
            let first = d.context.globals.first(table);
            d.context.columns.constant(first)
        }
        Place::Shared(number) => d.context.columns.constant(number.into()),
        Place::Lane(start, size) => lane_region(d, start, size),
        Place::Descriptors(first) => d.context.columns.constant(first),
    })
}

/// Returns whether a type is an array of buffers.
fn is_block_array(d: &Decoder<'_, '_>, ty: Type) -> bool {
    let (TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. }) =
        d.context.layouts.kind(ty)
    else {
        return false;
    };
    matches!(d.context.layouts.kind(*element), TypeKind::Struct { block: true, .. })
}

/// Returns the storage class and pointee of a pointer type.
fn pointee(d: &Decoder<'_, '_>, ty: Type) -> Result<(Space, Type)> {
    d.context.layouts.module.types.pointee(ty).ok_or_else(|| fault("an operand is not a pointer"))
}

fn pointer(d: &mut Decoder<'_, '_>, value: Value) -> Result<Pointer> {
    match d.slots(value)?[..] {
        [region, offset] => Ok(Pointer { region, offset }),
        _ => Err(fault("an operand is not a pointer")),
    }
}

/// Decodes `access`.
pub(super) fn access_chain(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let base = d.arg(data, 0)?;
    let (space, mut at) = pointee(d, d.func.ty(base))?;
    let Pointer { mut region, mut offset } = pointer(d, base)?;
    let mut fixed = 0u64;
    for &index in data.args.iter().skip(1) {
        let layouts = &d.context.layouts;
        let (part, stride, bound) = match layouts.kind(at) {
            TypeKind::Vector(scalar, n) => (*scalar, layouts.size(*scalar), Some(u32::from(*n))),
            TypeKind::Array { element, length, stride } => {
                (*element, layouts.stride(*element, *stride), Some(layouts.length(*length)))
            }
            TypeKind::RuntimeArray { element, stride } => (*element, layouts.stride(*element, *stride), None),
            TypeKind::CoopMatrix(matrix) => {
                (matrix.component, layouts.size(matrix.component), Some(layouts.share(matrix)))
            }
            TypeKind::IdVector(vector) => {
                let bound = layouts.length(vector.length);
                (vector.component, layouts.size(vector.component), Some(bound))
            }
            TypeKind::Struct { members, .. } => {
                let number = d.func.as_bits(index).unwrap_or(u64::MAX);
                let number = usize::try_from(number).unwrap_or(usize::MAX);
                let member = members.get(number).ok_or_else(|| fault("a struct member does not exist"))?;
                fixed = fixed.wrapping_add(layouts.member(members, number).into());
                at = member.ty;
                continue;
            }
            _ => return Err(fault("an index into a type without parts")),
        };
        if space == Space::UniformConstant {
            region = scaled(d, region, index, 1)?;
        } else if is_block_array(d, at) {
            let index = d.slot(index)?;
            let dst = d.context.columns.fresh();
            d.push(Step::Element { dst, table: region, index });
            region = dst;
        } else {
            d.check_index(index, bound)?;
            match constant_index(d, index) {
                Some(n) => fixed = fixed.wrapping_add(n.wrapping_mul(stride.into())),
                None => offset = scaled(d, offset, index, stride)?,
            }
        }
        at = part;
    }
    if fixed != 0 {
        let (one, fixed) = (d.context.columns.constant(1), d.context.columns.constant(fixed));
        offset = d.compute(kernels::scaled(64), &[offset, fixed, one]);
    }
    d.define(data, vec![region, offset]);
    Ok(())
}

/// Returns the value of a constant index, sign-extended.
fn constant_index(d: &Decoder<'_, '_>, index: Value) -> Option<u64> {
    let unused = 64 - u32::from(d.index_bits(index).clamp(1, 64));
    Some(((d.func.as_bits(index)? << unused) as i64 >> unused) as u64)
}

/// Returns the column `base + index * stride`.
fn scaled(d: &mut Decoder<'_, '_>, base: Slot, index: Value, stride: u32) -> Result<Slot> {
    let kernel = kernels::scaled(d.index_bits(index));
    let (index, stride) = (d.slot(index)?, d.context.columns.constant(stride.into()));
    Ok(d.compute(kernel, &[base, index, stride]))
}

/// Decodes `load`, `store` and `atomic`.
pub(super) fn access(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let address = d.arg(data, 0)?;
    let (space, to) = pointee(d, d.func.ty(address))?;
    let pointer = pointer(d, address)?;
    if let TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Sampler = d.context.layouts.kind(to) {
        d.define(data, vec![pointer.region]);
        return Ok(());
    }
    let (align, coherent) = match data.imm() {
        Imm::Access(access) => (access.align, access.coherent || access.volatile),
        _ => (0, true),
    };
    let base = AccessBase { arena: arena(space), pointer, align, coherent };
    match data.imm() {
        Imm::Atomic(op, _) => atomic(d, data, op, 1, base),
        _ if data.op == Op::Store => store(d, data, 1, base),
        _ => load(d, data, base),
    }
}

fn arena(space: Space) -> Arena {
    match space {
        Space::Workgroup => Arena::Shared,
        Space::Private | Space::Function => Arena::Lane,
        Space::PhysicalStorageBuffer => Arena::Physical,
        Space::Image | Space::UniformConstant => Arena::Texel,
        Space::Uniform | Space::StorageBuffer | Space::PushConstant => Arena::Buffer,
    }
}

/// An array in memory that contains a cooperative matrix or vector.
#[derive(Clone, Copy)]
pub(super) struct Elements {
    /// Column with the byte offset of the first element.
    pub offset: Slot,
    /// Distance between elements of the array in bytes, which is the unit of matrix strides.
    pub stride: u32,
    pub region: Slot,
    pub arena: Arena,
    /// Whether accesses are coherent, volatile or atomic.
    coherent: bool,
}

/// Returns the array that contains the element to which the first operand points.
pub(super) fn elements(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<Elements> {
    let address = d.arg(data, 0)?;
    let (space, to) = pointee(d, d.func.ty(address))?;
    let Pointer { region, offset } = pointer(d, address)?;
    let coherent = match data.imm() {
        Imm::Access(access) | Imm::Decode(Decode { access, .. }) => access.coherent || access.volatile,
        _ => false,
    };
    let stride = array_stride(d, address)?.unwrap_or(d.context.layouts.size(to));
    Ok(Elements { offset, stride, region, arena: arena(space), coherent })
}

/// Returns the array to which a pointer points, as bytes. `coherent` is set if accesses are coherent, volatile or
/// atomic.
pub(super) fn raw_array(d: &mut Decoder<'_, '_>, address: Value, coherent: bool) -> Result<Elements> {
    let (space, _) = pointee(d, d.func.ty(address))?;
    let Pointer { region, offset } = pointer(d, address)?;
    Ok(Elements { offset, stride: 1, region, arena: arena(space), coherent })
}

/// Returns the stride of the array that contains the element at an address; `None` if the address is not that
/// of an array element.
fn array_stride(d: &Decoder<'_, '_>, address: Value) -> Result<Option<u32>> {
    let Some(chain) = d.func.def(address).filter(|data| data.op == Op::AccessChain) else { return Ok(None) };
    let [base, ref indices @ .., _] = chain.args[..] else { return Ok(None) };
    let (_, mut at) = pointee(d, d.func.ty(base))?;
    for &index in indices {
        at = match d.context.layouts.kind(at) {
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => *element,
            TypeKind::Struct { members, .. } => {
                let number = d.func.as_bits(index).and_then(|number| usize::try_from(number).ok());
                match number.and_then(|number| members.get(number)) {
                    Some(member) => member.ty,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
    }
    Ok(match d.context.layouts.kind(at) {
        TypeKind::Array { element, stride, .. } | TypeKind::RuntimeArray { element, stride } => {
            Some(d.context.layouts.stride(*element, *stride))
        }
        _ => None,
    })
}

impl Elements {
    /// Returns the access to one component at an offset.
    pub fn access(
        self,
        d: &Decoder<'_, '_>,
        component: Type,
        offset: Slot,
        access: MemoryAccess,
        slot: Slot,
    ) -> Result<MemoryStep> {
        self.aligned(d, component, offset, access, vec![slot], 0)
    }

    /// Returns the access to a value at an offset that is a multiple of `align`; 0 means the alignment of the
    /// value's scalars.
    pub fn aligned(
        self,
        d: &Decoder<'_, '_>,
        ty: Type,
        offset: Slot,
        access: MemoryAccess,
        slots: Slots,
        align: u32,
    ) -> Result<MemoryStep> {
        let pointer = Pointer { region: self.region, offset };
        AccessBase { arena: self.arena, pointer, align, coherent: self.coherent }.memory(d, ty, access, slots)
    }
}

/// Properties that loads, stores and atomics have in common.
struct AccessBase {
    arena: Arena,
    pointer: Pointer,
    align: u32,
    coherent: bool,
}

impl AccessBase {
    fn step(self, d: &Decoder<'_, '_>, ty: Type, access: MemoryAccess, slots: Slots) -> Result<Step> {
        Ok(Step::Memory(Box::new(self.memory(d, ty, access, slots)?)))
    }

    fn memory(self, d: &Decoder<'_, '_>, ty: Type, access: MemoryAccess, slots: Slots) -> Result<MemoryStep> {
        let leaves = d.context.leaves(ty)?;
        let bytes =
            leaves.iter().map(|leaf| leaf.offset.saturating_add(leaf.bytes() as u32)).max().unwrap_or(0);
        let scalar = leaves.iter().map(|leaf| leaf.bytes() as u32).min().unwrap_or(1);
        Ok(MemoryStep {
            arena: self.arena,
            region: self.pointer.region,
            offset: self.pointer.offset,
            access,
            leaves: leaves.into(),
            slots: slots.into(),
            bytes,
            align: if self.align == 0 { scalar } else { self.align },
            coherent: self.coherent,
        })
    }
}

fn load(d: &mut Decoder<'_, '_>, data: &OwnedInst, base: AccessBase) -> Result<()> {
    let ty = d.result(data)?;
    let slots = d.fresh(ty)?;
    let step = base.step(d, ty, MemoryAccess::Load, slots.clone())?;
    d.push(step);
    d.define(data, slots);
    Ok(())
}

fn store(d: &mut Decoder<'_, '_>, data: &OwnedInst, operand: usize, base: AccessBase) -> Result<()> {
    let value = d.arg(data, operand)?;
    let slots = d.slots(value)?;
    let step = base.step(d, d.func.ty(value), MemoryAccess::Store, slots)?;
    d.push(step);
    Ok(())
}

fn atomic(
    d: &mut Decoder<'_, '_>,
    data: &OwnedInst,
    op: AtomicOp,
    first: usize,
    base: AccessBase,
) -> Result<()> {
    let ty = d.result(data)?;
    let mut operands = [None, None];
    for (to, &arg) in operands.iter_mut().zip(data.args.iter().skip(first)) {
        *to = Some(d.slots(arg)?.into_boxed_slice());
    }
    let slots = d.fresh(ty)?;
    let step = base.step(d, ty, MemoryAccess::Atomic { op, operands }, slots.clone())?;
    d.push(step);
    d.define(data, slots);
    Ok(())
}

/// Decodes `bytes.load`, `bytes.store`, `bytes.atomic` and `bytes.length`.
pub(super) fn bytes(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let (global, align, coherent) = match data.imm() {
        Imm::Bytes(BytesAccess { global, access }) => {
            (global, access.align, access.coherent || access.volatile)
        }
        Imm::BytesAtomic(global, _) => (global, 0, true),
        Imm::Global(global) => (global, 0, false),
        _ => return Err(wrong_imm(data)),
    };
    let element = d.arg(data, 0)?;
    let (arena, region) = match d.context.globals.get(global) {
        Some(Place::Buffers(table)) => (Arena::Buffer, buffer_region(d, table, element)?),
        Some(Place::Shared(number)) => (Arena::Shared, d.context.columns.constant(number.into())),
        _ => return Err(fault(format!("{global} is not byte-addressed memory"))),
    };
    if data.op == Op::BytesLength {
        let dst = d.context.columns.fresh();
        d.push(Step::Length { dst, region, before: 0, stride: 1, bits: 32 });
        d.define(data, vec![dst]);
        return Ok(());
    }
    let offset = d.slot(d.arg(data, 1)?)?;
    let base = AccessBase { arena, pointer: Pointer { region, offset }, align, coherent };
    match (data.op, data.imm()) {
        (_, Imm::BytesAtomic(_, op)) => atomic(d, data, op, 2, base),
        (Op::BytesStore, _) => store(d, data, 2, base),
        _ => load(d, data, base),
    }
}

/// Returns the region of a buffer in an array of buffers.
fn buffer_region(d: &mut Decoder<'_, '_>, table: u32, element: Value) -> Result<Slot> {
    if let Some(n) = d.func.as_bits(element) {
        let row = d.context.globals.tables.get(table as usize);
        let region = row.and_then(|row| row.get(usize::try_from(n).ok()?)).copied().unwrap_or(NO_REGION);
        return Ok(d.context.columns.constant(region));
    }
    let (table, index) = (d.context.columns.constant(table.into()), d.slot(element)?);
    let dst = d.context.columns.fresh();
    d.push(Step::Element { dst, table, index });
    Ok(dst)
}

/// Decodes `array.length`.
pub(super) fn array_length(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(data)) };
    let address = d.arg(data, 0)?;
    let (_, to) = pointee(d, d.func.ty(address))?;
    let layouts = &d.context.layouts;
    let TypeKind::Struct { members, .. } = layouts.kind(to) else {
        return Err(fault("the operand of array.length is not a buffer"));
    };
    let member = members.get(index as usize).map(|m| layouts.kind(m.ty));
    let Some(TypeKind::RuntimeArray { element, stride }) = member else {
        return Err(fault("the member of array.length is not a runtime array"));
    };
    let (before, stride) = (layouts.member(members, index as usize), layouts.stride(*element, *stride));
    let bits = layouts.module.types.scalar_bits(d.result(data)?).unwrap_or(32);
    let region = pointer(d, address)?.region;
    let dst = d.context.columns.fresh();
    d.push(Step::Length { dst, region, before, stride: stride.max(1), bits });
    d.define(data, vec![dst]);
    Ok(())
}
