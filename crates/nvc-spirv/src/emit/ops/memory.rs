//! Pointers, loads, stores and built-in inputs.

use super::{arg, operands, result, result_type, result_value, wrong_imm};
use crate::capabilities::Need;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::function::InstData;
use nvc_ir::imm::{Access, Builtin, Imm};
use nvc_ir::types::Dim;
use nvc_ir::{Space, Type, TypeKind, Value};
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
    address(f, data, id)
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
        let id = f.id(base)?;
        return address(f, data, id);
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
    let (ty, id) = result(f, data)?;
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
            TypeKind::Image(_) | TypeKind::SampledImage(_) | TypeKind::Struct { block: true, .. } => {
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
    args.extend(memory_operands(f, data, pointer)?);
    let (ty, id) = result(f, data)?;
    f.push(S::Load, Some(ty), Some(id), args);
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
    let mut args = vec![f.operand(pointer)?, f.operand(value)?];
    args.extend(memory_operands(f, data, pointer)?);
    f.push(S::Store, None, None, args);
    Ok(())
}

/// Memory operands of a load or store. Coherence of variables is a decoration of theirs; addresses
/// have no variable, and volatile accesses are the nearest that the GLSL450 memory model has.
fn memory_operands(f: &mut FunctionEmitter<'_, '_>, data: &InstData, pointer: Value) -> Emit<Vec<Operand>> {
    let Imm::Access(Access { align, volatile, coherent }) = data.imm else {
        return Err(wrong_imm(f, data));
    };
    let (space, _) = pointee(f, pointer)?;
    let physical = space == Space::PhysicalStorageBuffer;
    let mut mask = MemoryAccess::NONE;
    if volatile || (coherent && physical) {
        mask |= MemoryAccess::VOLATILE;
    }
    if !physical {
        let none = mask.is_empty();
        return Ok(if none { vec![] } else { vec![Operand::MemoryAccess(mask)] });
    }
    if align == 0 {
        return Err(f.m.fault("an access to an address says no alignment"));
    }
    Ok(vec![Operand::MemoryAccess(mask | MemoryAccess::ALIGNED), Operand::LiteralBit32(align)])
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
