//! Pointers, loads, stores and built-in inputs.

use super::{arg, coop, operands, result, result_type, result_value, wrong_imm};
use crate::capabilities::Need;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::function::InstData;
use nvc_ir::imm::{Access, Builtin, Imm, Scope};
use nvc_ir::types::Dim;
use nvc_ir::{GlobalKind, Space, Type, TypeKind, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, MemoryAccess, Op as S, Word};

/// A built-in input: a load from its variable. The work group size is a constant.
pub(super) fn builtin(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Builtin(builtin) = data.imm else { return Err(wrong_imm(f, data)) };
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

/// A variable's id is its address.
pub(super) fn global_addr(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Global(global) = data.imm else { return Err(wrong_imm(f, data)) };
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

/// A variable's id is its address.
pub(super) fn local_addr(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Local(local) = data.imm else { return Err(wrong_imm(f, data)) };
    let id = f.local(local)?;
    address(f, data, id)
}

fn address(f: &mut FunctionEmitter<'_, '_>, data: &InstData, id: Word) -> Emit<()> {
    let value = result_value(f, data)?;
    let ty = f.func.ty(value);
    let ty = f.ty(ty)?;
    f.alias(value, ty, id);
    Ok(())
}

/// Space and pointee of a pointer.
pub(super) fn pointee(f: &mut FunctionEmitter<'_, '_>, pointer: Value) -> Emit<(Space, Type)> {
    match *f.kind(pointer)? {
        TypeKind::Pointer(space, to) => Ok((space, to)),
        _ => Err(f.m.fault(format!("{pointer} is no pointer"))),
    }
}

/// A pointer to a part. Indices into arrays of descriptors may need capabilities and decorations.
pub(super) fn access_chain(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
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

/// Decorates a result that differs between invocations, and remembers it.
pub(super) fn mark_non_uniform(f: &mut FunctionEmitter<'_, '_>, value: Value, id: Word) {
    f.m.need(Need::ShaderNonUniform);
    f.m.writer.decorate(id, Decoration::NonUniform, &[]);
    if let Some(facts) = f.facts_mut(value) {
        facts.non_uniform = true;
    }
}

/// For an array of descriptors: the descriptor's type and how many arrays it is wrapped in.
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

/// Asks for what an index into an array of descriptors needs; whether it may differ between
/// invocations.
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
        (TypeKind::Image(image), _) if image.dim == Dim::Buffer && image.storage => {
            (Need::StorageTexelBufferArrayDynamicIndexing, Need::StorageTexelBufferArrayNonUniformIndexing)
        }
        (TypeKind::Image(image), _) if image.dim == Dim::Buffer => {
            (Need::UniformTexelBufferArrayDynamicIndexing, Need::UniformTexelBufferArrayNonUniformIndexing)
        }
        (TypeKind::Image(image), _) if image.storage => {
            (Need::StorageImageArrayDynamicIndexing, Need::StorageImageArrayNonUniformIndexing)
        }
        (TypeKind::Struct { .. }, Space::Uniform) => {
            (Need::UniformBufferArrayDynamicIndexing, Need::UniformBufferArrayNonUniformIndexing)
        }
        (TypeKind::Struct { .. }, _) => {
            (Need::StorageBufferArrayDynamicIndexing, Need::StorageBufferArrayNonUniformIndexing)
        }
        _ => (Need::SampledImageArrayDynamicIndexing, Need::SampledImageArrayNonUniformIndexing),
    };
    f.m.need(uniform);
    if f.facts(index).uniform {
        return Ok(false);
    }
    f.m.need(non_uniform);
    let id = f.id(index)?;
    f.m.need(Need::ShaderNonUniform);
    f.m.writer.decorate(id, Decoration::NonUniform, &[]);
    Ok(true)
}

/// The value at a pointer.
pub(super) fn load(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
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

/// Writes a value to a pointer.
pub(super) fn store(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
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

/// Which way an access goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// From memory.
    Load,
    /// To memory.
    Store,
}

/// Memory operands of a load or store. In the GLSL450 memory model coherence of variables is a
/// decoration of theirs; addresses have no variable, and volatile accesses are the nearest that it
/// has. In the Vulkan memory model each access says whom it concerns.
pub(super) fn memory_operands(
    f: &mut FunctionEmitter<'_, '_>,
    data: &InstData,
    pointer: Value,
    direction: Direction,
) -> Emit<Vec<Operand>> {
    let Imm::Access(Access { align, volatile, coherent }) = data.imm else {
        return Err(wrong_imm(f, data));
    };
    let (space, _) = pointee(f, pointer)?;
    let physical = space == Space::PhysicalStorageBuffer;
    let mut mask = MemoryAccess::NONE;
    let mut parameters = Vec::new();
    if volatile || (coherent && physical && !f.m.vulkan_memory) {
        mask |= MemoryAccess::VOLATILE;
    }
    if physical {
        if align == 0 {
            return Err(f.m.fault("an access to an address says no alignment"));
        }
        mask |= MemoryAccess::ALIGNED;
        parameters.push(Operand::LiteralBit32(align));
    }
    let shared_with = match space {
        Space::Workgroup => Some(Scope::Workgroup),
        Space::StorageBuffer | Space::PhysicalStorageBuffer if coherent || volatile => Some(Scope::Device),
        _ => None,
    };
    if let Some(scope) = shared_with.filter(|_| f.m.vulkan_memory) {
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

/// Elements of a block's last member.
pub(super) fn array_length(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Index(member) = data.imm else { return Err(wrong_imm(f, data)) };
    let block = arg(f, data, 0)?;
    let args = vec![f.operand(block)?, Operand::LiteralBit32(member)];
    let ty = result_type(f, data)?;
    let ty = f.ty(ty)?;
    let (_, id) = result(f, data)?;
    f.push(S::ArrayLength, Some(ty), Some(id), args);
    Ok(())
}
