//! Accesses to descriptor heaps.

use super::{arg, result, wrong_imm};
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use crate::emit::types::storage_class;
use nvc_ir::function::InstData;
use nvc_ir::imm::Imm;
use nvc_ir::{GlobalKind, Space, TypeKind};
use rspirv::dr::Operand;
use spirv::{Op as S, StorageClass};

/// A pointer to a descriptor, or to the data of the buffer that it describes. Descriptors of heaps need no decoration if
/// the index is not uniform.
pub(super) fn heap_addr(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Global(global) = data.imm else { return Err(wrong_imm(f, data)) };
    let index = arg(f, data, 0)?;
    let index = f.operand(index)?;
    let Some(GlobalKind::HeapDescriptors { space, ty, stride, access }) =
        f.m.ir.globals.get(global).map(|data| data.kind.clone())
    else {
        return Err(wrong_imm(f, data));
    };
    let samplers = *f.m.kind(ty)? == TypeKind::Sampler;
    let heap = f.m.heap(samplers);
    f.m.globals.declare(global, heap);
    let descriptor = match space {
        Space::UniformConstant => f.m.ty(ty)?,
        _ => f.m.buffer_descriptor(storage_class(space)),
    };
    let array = f.m.heap_array(descriptor, stride);
    let untyped = f.m.untyped_pointer(StorageClass::UniformConstant);
    let (pointer, id) = result(f, data)?;
    if space == Space::UniformConstant {
        let decorations = f.m.memory_decorations(space, ty, access)?;
        let operands = if decorations.is_empty() {
            vec![Operand::IdRef(array), Operand::IdRef(heap), index]
        } else {
            let (base, member) = (f.m.heap_struct(array, decorations), f.m.u32(0));
            vec![Operand::IdRef(base), Operand::IdRef(heap), Operand::IdRef(member), index]
        };
        f.push(S::UntypedAccessChainKHR, Some(untyped), Some(id), operands);
        return Ok(());
    }
    let operands = vec![Operand::IdRef(array), Operand::IdRef(heap), index];
    let buffer = f.fresh(S::UntypedAccessChainKHR, untyped, operands);
    f.push(S::BufferPointerEXT, Some(pointer), Some(id), vec![Operand::IdRef(buffer)]);
    f.m.access_decorations(id, space, ty, access)
}
