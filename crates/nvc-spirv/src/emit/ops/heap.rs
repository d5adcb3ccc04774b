//! Emits accesses to descriptor heaps.

use super::{arg, result, result_value, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use crate::emit::types::storage_class;
use nvc_ir::function::InstRef;
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::Imm;
use nvc_ir::{Global, GlobalKind, Space, Type, TypeKind};
use rspirv::dr::Operand;
use spirv::{Op as S, StorageClass, Word};

/// Emits a pointer to a descriptor, to the buffer that a descriptor describes, or to data in the heap.
/// Descriptors in heaps need no `NonUniform` decoration.
pub(super) fn heap_addr(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let index = arg(f, data, 0)?;
    let index = f.operand(index)?;
    let untyped = f.m.untyped_pointer(StorageClass::UniformConstant);
    let at = match part_of_heap(f, data)? {
        Part::Data { global, samplers } => {
            let (heap, bytes) = (f.m.heap(samplers), f.m.heap_bytes());
            f.m.globals.declare(global, heap);
            let value = result_value(f, data)?;
            let id = f.id(value)?;
            let operands = vec![Operand::IdRef(bytes), Operand::IdRef(heap), index];
            f.push(S::UntypedAccessChainKHR, Some(untyped), Some(id), operands);
            return Ok(());
        }
        Part::Descriptors(at) => at,
    };
    let mut heap = f.m.heap(at.samplers);
    f.m.globals.declare(at.global, heap);
    // With a stride of 1 the index is a byte offset. Use element 0 of an array that begins at that byte.
    let (stride, index) = match at.stride {
        1 => {
            let operands = vec![Operand::IdRef(f.m.heap_bytes()), Operand::IdRef(heap), index];
            heap = f.fresh(S::UntypedAccessChainKHR, untyped, operands);
            (0, Operand::IdRef(f.m.u32(0)))
        }
        stride => (stride, index),
    };
    let array = f.m.heap_array(at.descriptor, stride);
    let Descriptors { space, ty, access, .. } = at;
    if space == Space::UniformConstant {
        let decorations = f.m.memory_decorations(space, ty, access)?;
        let operands = if decorations.is_empty() {
            vec![Operand::IdRef(array), Operand::IdRef(heap), index]
        } else {
            let (base, member) = (f.m.heap_struct(array, decorations), f.m.u32(0));
            vec![Operand::IdRef(base), Operand::IdRef(heap), Operand::IdRef(member), index]
        };
        let value = result_value(f, data)?;
        let id = f.id(value)?;
        f.push(S::UntypedAccessChainKHR, Some(untyped), Some(id), operands);
        return Ok(());
    }
    let (pointer, id) = result(f, data)?;
    let operands = vec![Operand::IdRef(array), Operand::IdRef(heap), index];
    let buffer = f.fresh(S::UntypedAccessChainKHR, untyped, operands);
    f.push(S::BufferPointerEXT, Some(pointer), Some(id), vec![Operand::IdRef(buffer)]);
    f.m.access_decorations(id, space, ty, access)
}

/// Emits the size of the descriptors in an array, which is a constant.
pub(super) fn descriptor_size(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Part::Descriptors(at) = part_of_heap(f, data)? else { return Err(wrong_imm(f, data)) };
    f.m.require(Requirement::DescriptorHeapEXT);
    let size = f.m.descriptor_size(at.descriptor);
    let value = result_value(f, data)?;
    let ty = f.ty(f.func.ty(value))?;
    f.alias(value, ty, size);
    Ok(())
}

/// What a global represents in a heap.
enum Part {
    Data { global: Global, samplers: bool },
    Descriptors(Descriptors),
}

struct Descriptors {
    global: Global,
    samplers: bool,
    space: Space,
    ty: Type,
    stride: u32,
    access: VariableAccess,
    /// Type of the descriptors.
    descriptor: Word,
}

fn part_of_heap(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<Part> {
    let Imm::Global(global) = data.imm() else { return Err(wrong_imm(f, data)) };
    match f.m.ir.globals.get(global).map(|data| data.kind.clone()) {
        Some(GlobalKind::HeapData { samplers }) => Ok(Part::Data { global, samplers }),
        Some(GlobalKind::HeapDescriptors { space, ty, stride, access }) => {
            let descriptor = match space {
                Space::UniformConstant => f.m.ty(ty)?,
                _ => f.m.buffer_descriptor(storage_class(space)),
            };
            let samplers = *f.m.kind(ty)? == TypeKind::Sampler;
            Ok(Part::Descriptors(Descriptors { global, samplers, space, ty, stride, access, descriptor }))
        }
        _ => Err(wrong_imm(f, data)),
    }
}
