//! Emits pointers, loads, stores and built-in inputs.

use super::{arg, coop, operands, result, result_type, result_value, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use crate::emit::types::storage_class;
use nvc_ir::function::InstRef;
use nvc_ir::imm::{Access, Builtin, Imm, Scope};
use nvc_ir::tensor::Decode;
use nvc_ir::types::Dim;
use nvc_ir::{GlobalKind, Space, Type, TypeKind, Value};
use rspirv::dr::Operand;
use spirv::{Decoration, MemoryAccess, Op as S, Word};

/// Emits a built-in input: a load, or the constant for the work group size.
pub(super) fn builtin(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Builtin(builtin) = data.imm() else { return Err(wrong_imm(f, data)) };
    let value = result_value(f, data)?;
    if builtin == Builtin::GroupSize {
        let id = f.m.group_size()?;
        let ty = f.func.ty(value);
        let ty = f.ty(ty)?;
        f.alias(value, ty, id);
    } else {
        let ty = f.func.ty(value);
        let variable = f.m.input(builtin, ty)?;
        let (ty, id) = result(f, data)?;
        f.push(S::Load, Some(ty), Some(id), vec![Operand::IdRef(variable)]);
    }
    if let Some(facts) = f.facts_mut(value) {
        facts.uniform = matches!(builtin, Builtin::GroupSize | Builtin::GroupCount);
    }
    Ok(())
}

/// Defines the address of a global as the id of its variable.
pub(super) fn global_addr(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Global(global) = data.imm() else { return Err(wrong_imm(f, data)) };
    let id = f.m.global(global)?;
    address(f, data, id)?;
    let value = result_value(f, data)?;
    if let Some(GlobalKind::Variable { space, ty, access, .. }) =
        f.m.ir.globals.get(global).map(|data| &data.kind)
        && f.m.is_read_only_buffer(*space, *ty, *access)?
        && let Some(facts) = f.facts_mut(value)
    {
        facts.read_only_buffer = true;
    }
    Ok(())
}

/// Defines the address of a local variable as the id of the variable.
pub(super) fn local_addr(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Local(local) = data.imm() else { return Err(wrong_imm(f, data)) };
    let id = f.local(local)?;
    address(f, data, id)
}

fn address(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>, id: Word) -> Emit<()> {
    let value = result_value(f, data)?;
    let ty = f.func.ty(value);
    let ty = f.ty(ty)?;
    f.alias(value, ty, id);
    Ok(())
}

/// Returns the storage class and pointee of a pointer.
pub(super) fn pointee(f: &mut FunctionEmitter<'_, '_>, pointer: Value) -> Emit<(Space, Type)> {
    match *f.kind(pointer)? {
        TypeKind::Pointer(space, to) => Ok((space, to)),
        _ => Err(f.m.fault(format!("{pointer} is not a pointer"))),
    }
}

/// Emits a pointer to a part of an object. Indices into descriptor arrays may require capabilities and
/// decorations.
pub(super) fn access_chain(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let base = arg(f, data, 0)?;
    let value = result_value(f, data)?;
    if data.args.len() == 1 {
        let (id, facts) = (f.id(base)?, f.facts(base));
        address(f, data, id)?;
        if let Some(known) = f.facts_mut(value) {
            *known = facts;
        }
        return Ok(());
    }
    let (space, to) = pointee(f, base)?;
    let indices = &data.args[1..];
    let mut non_uniform = f.facts(base).non_uniform;
    if let Some((descriptor, levels)) = descriptor_array(f, space, to)? {
        for &index in indices.iter().take(levels) {
            non_uniform |= descriptor_index(f, space, descriptor, index)?;
        }
    }
    let args = operands(f, &data.args)?;
    if space == Space::UniformConstant && matches!(f.m.kind(to)?, TypeKind::Vector(..)) {
        // A component of data in a descriptor heap. Pointers into heaps are untyped.
        let untyped = f.m.untyped_pointer(storage_class(space));
        let mut operands = vec![Operand::IdRef(f.m.ty(to)?)];
        operands.extend(args);
        let id = f.id(value)?;
        f.push(S::UntypedAccessChainKHR, Some(untyped), Some(id), operands);
        return Ok(());
    }
    let (mut ty, id) = result(f, data)?;
    if let Some(signed) = coop::points_to_signed(f, value)? {
        ty = f.m.raw_pointer_type(space, signed);
    }
    let (_, part) = pointee(f, value)?;
    if f.facts(base).read_only_buffer && f.m.is_buffer(part)? {
        let buffer = f.m.read_only_type(part)?;
        ty = f.m.raw_pointer_type(space, buffer);
        if let Some(facts) = f.facts_mut(value) {
            facts.read_only_buffer = true;
        }
    }
    f.push(S::AccessChain, Some(ty), Some(id), args);
    if non_uniform {
        mark_non_uniform(f, value, id);
    }
    Ok(())
}

/// Decorates a result as non-uniform and records the property.
pub(super) fn mark_non_uniform(f: &mut FunctionEmitter<'_, '_>, value: Value, id: Word) {
    f.m.require(Requirement::ShaderNonUniform);
    f.m.writer.decorate(id, Decoration::NonUniform, &[]);
    if let Some(facts) = f.facts_mut(value) {
        facts.non_uniform = true;
    }
}

/// Returns the descriptor type and the number of array dimensions of a descriptor array; `None` for other
/// types.
fn descriptor_array(
    f: &mut FunctionEmitter<'_, '_>,
    space: Space,
    mut ty: Type,
) -> Emit<Option<(Type, usize)>> {
    if !matches!(space, Space::UniformConstant | Space::Uniform | Space::StorageBuffer) {
        return Ok(None);
    }
    let mut levels = 0;
    loop {
        match *f.m.kind(ty)? {
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => {
                ty = element;
                levels += 1;
            }
            TypeKind::Image(_)
            | TypeKind::SampledImage(_)
            | TypeKind::Sampler
            | TypeKind::Struct { block: true, .. } => {
                return Ok((levels > 0).then_some((ty, levels)));
            }
            _ => return Ok(None),
        }
    }
}

/// Requires the capabilities for an index into a descriptor array. Returns whether the index may be
/// non-uniform.
fn descriptor_index(
    f: &mut FunctionEmitter<'_, '_>,
    space: Space,
    descriptor: Type,
    index: Value,
) -> Emit<bool> {
    if f.func.as_bits(index).is_some() {
        return Ok(false);
    }
    let (uniform, non_uniform) = match (f.m.kind(descriptor)?, space) {
        (TypeKind::Image(image), _) if image.dim == Dim::Buffer && image.storage => (
            Requirement::StorageTexelBufferArrayDynamicIndexing,
            Requirement::StorageTexelBufferArrayNonUniformIndexing,
        ),
        (TypeKind::Image(image), _) if image.dim == Dim::Buffer => (
            Requirement::UniformTexelBufferArrayDynamicIndexing,
            Requirement::UniformTexelBufferArrayNonUniformIndexing,
        ),
        (TypeKind::Image(image), _) if image.storage => {
            (Requirement::StorageImageArrayDynamicIndexing, Requirement::StorageImageArrayNonUniformIndexing)
        }
        (TypeKind::Struct { .. }, Space::Uniform) => (
            Requirement::UniformBufferArrayDynamicIndexing,
            Requirement::UniformBufferArrayNonUniformIndexing,
        ),
        (TypeKind::Struct { .. }, _) => (
            Requirement::StorageBufferArrayDynamicIndexing,
            Requirement::StorageBufferArrayNonUniformIndexing,
        ),
        _ => {
            (Requirement::SampledImageArrayDynamicIndexing, Requirement::SampledImageArrayNonUniformIndexing)
        }
    };
    f.m.require(uniform);
    if f.facts(index).uniform {
        return Ok(false);
    }
    f.m.require(non_uniform);
    let id = f.id(index)?;
    f.m.require(Requirement::ShaderNonUniform);
    f.m.writer.decorate(id, Decoration::NonUniform, &[]);
    Ok(true)
}

/// Emits a load.
pub(super) fn load(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let pointer = arg(f, data, 0)?;
    let value = result_value(f, data)?;
    let mut args = vec![f.operand(pointer)?];
    args.extend(memory_operands(f, data, pointer, Direction::Load)?);
    let (ty, id) = result(f, data)?;
    match coop::points_to_signed(f, pointer)? {
        None => f.push(S::Load, Some(ty), Some(id), args),
        Some(signed) => {
            let component = f.fresh(S::Load, signed, args);
            f.push(S::Bitcast, Some(ty), Some(id), vec![Operand::IdRef(component)]);
        }
    }
    let facts = f.facts(pointer);
    if facts.non_uniform {
        mark_non_uniform(f, value, id);
    }
    let (space, _) = pointee(f, pointer)?;
    let constant = matches!(space, Space::Uniform | Space::PushConstant | Space::UniformConstant);
    if let Some(known) = f.facts_mut(value) {
        known.uniform = constant && facts.uniform;
    }
    Ok(())
}

/// Emits a store.
pub(super) fn store(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let pointer = arg(f, data, 0)?;
    let value = arg(f, data, 1)?;
    let mut stored = f.operand(value)?;
    if let Some(signed) = coop::points_to_signed(f, pointer)? {
        stored = Operand::IdRef(f.fresh(S::Bitcast, signed, vec![stored]));
    }
    let mut args = vec![f.operand(pointer)?, stored];
    args.extend(memory_operands(f, data, pointer, Direction::Store)?);
    f.push(S::Store, None, None, args);
    Ok(())
}

/// The direction of a memory access.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
}

/// Returns the memory operands of a load or store. In the GLSL450 memory model, coherence is a decoration of
/// the variable. A coherent access through an address, which has no variable, becomes volatile, the nearest equivalent.
/// In the Vulkan memory model, each access specifies its scope.
pub(super) fn memory_operands(
    f: &mut FunctionEmitter<'_, '_>,
    data: InstRef<'_>,
    pointer: Value,
    direction: Direction,
) -> Emit<Vec<Operand>> {
    let (Imm::Access(access) | Imm::Decode(Decode { access, .. })) = data.imm() else {
        return Err(wrong_imm(f, data));
    };
    let Access { align, volatile, coherent } = access;
    let (space, to) = pointee(f, pointer)?;
    let physical = space == Space::PhysicalStorageBuffer;
    let mut mask = MemoryAccess::NONE;
    let mut parameters = Vec::new();
    if volatile || (coherent && physical && !f.m.vulkan_memory) {
        mask |= MemoryAccess::VOLATILE;
    }
    if physical {
        if align == 0 {
            return Err(f.m.fault("an access through an address has no alignment"));
        }
        // The alignment must be at least the size of a scalar
        // (VUID-StandaloneSpirv-PhysicalStorageBuffer64-06314), even if `buffer_reference_align` is smaller.
        let scalar = f.m.ir.types.bits(f.m.ir.types.scalar(to)).unwrap_or(0) / 8;
        mask |= MemoryAccess::ALIGNED;
        parameters.push(Operand::LiteralBit32(align.max(scalar)));
    }
    let scope = match space {
        Space::Workgroup => Some(Scope::Workgroup),
        Space::StorageBuffer | Space::PhysicalStorageBuffer if coherent || volatile => Some(Scope::Device),
        _ => None,
    };
    if let Some(scope) = scope.filter(|_| f.m.vulkan_memory) {
        mask |= MemoryAccess::NON_PRIVATE_POINTER;
        mask |= match direction {
            Direction::Load => MemoryAccess::MAKE_POINTER_VISIBLE,
            Direction::Store => MemoryAccess::MAKE_POINTER_AVAILABLE,
        };
        parameters.push(Operand::IdScope(super::sync::scope(f, scope)));
    }
    if mask.is_empty() {
        return Ok(Vec::new());
    }
    let mut operands = vec![Operand::MemoryAccess(mask)];
    operands.extend(parameters);
    Ok(operands)
}

/// Emits the number of elements of the runtime array at the end of a block.
pub(super) fn array_length(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Index(member) = data.imm() else { return Err(wrong_imm(f, data)) };
    let block = arg(f, data, 0)?;
    let args = vec![f.operand(block)?, Operand::LiteralBit32(member)];
    let ty = result_type(f, data)?;
    let ty = f.ty(ty)?;
    let (_, id) = result(f, data)?;
    f.push(S::ArrayLength, Some(ty), Some(id), args);
    Ok(())
}
