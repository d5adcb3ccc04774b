//! What NVIDIA's compiler does against the text, where its results are wanted (`--quirks driver`).
//! docs/hardware.md, "The driver's quirks", has what was measured.

use crate::lower::analysis::bindings::elements;
use crate::lower::analysis::block_length::element_of;
use crate::lower::context::{E, Lowerer};
use crate::lower::memory::{Base, Memory};
use crate::lower::values::rvalue::Val;
use crate::tree::{self, GlobalKind, Program};
use crate::types::{Length, Type, TypeKind};
use naga::Handle;
use nvc_ir::imm::Imm;
use nvc_ir::quirks::block_of_length;
use nvc_ir::{Op, Quirks, Value};

/// The storage block of a number, counted over all elements of all blocks in the order in which they are
/// declared, and which element it is.
fn block_at(program: &Program, mut number: u32) -> Option<(Handle<tree::Global>, u32)> {
    for (handle, global) in program.globals.iter() {
        if let GlobalKind::Storage(_) = global.kind {
            let count = elements(program, global.ty);
            match number.checked_sub(count) {
                Some(left) => number = left,
                None => return Some((handle, number)),
            }
        }
    }
    None
}

/// The number of the first element of a storage block.
fn number_of(program: &Program, block: Handle<tree::Global>) -> u32 {
    let before = program.globals.iter().take_while(|&(handle, _)| handle != block);
    let blocks = before.filter(|(_, global)| matches!(global.kind, GlobalKind::Storage(_)));
    blocks.fold(0, |sum, (_, global)| sum.saturating_add(elements(program, global.ty)))
}

impl Lowerer<'_, '_> {
    /// `return` does the steps of all `for` loops around it, inside out, behind what it returns.
    pub(in crate::lower) fn steps_of_return(&mut self) {
        if self.s.options.quirks == Quirks::Driver {
            let steps: Vec<E> = self.frames.iter().rev().filter_map(|frame| frame.step).collect();
            for step in steps {
                self.expr(step);
            }
        }
    }

    /// `.length()` of an element whose number is constant, in an array for which the driver counts wrongly.
    pub(in crate::lower) fn miscounted_length(&mut self, place: E) -> Option<Val> {
        let program = self.s.program;
        let (array, element, member) = element_of(self.body, place)?;
        if !self.s.miscounted.contains(&array) {
            return None;
        }
        let element = self.value(element);
        let element = u32::try_from(self.b.func.as_bits(element)?).ok()?;
        let blocks = block_of_length(element)?;
        let bytes = match block_at(program, number_of(program, array).saturating_add(blocks)) {
            Some((block, element)) => self.block_bytes(block, element)?,
            None => self.b.i32(0),
        };
        let memory = self.block_memory(array, 0)?;
        let (offset, stride) = self.runtime_array(memory, member)?;
        let (offset, stride) = (self.b.i32(offset), self.b.i32(stride));
        let bytes = self.b.op(Op::ISub, &[bytes, offset]);
        Some(self.b.op(Op::SDiv, &[bytes, stride]).into())
    }

    /// An element of an array of storage blocks, or the block that is no array.
    fn block_memory(&mut self, block: Handle<tree::Global>, element: u32) -> Option<Memory> {
        let memory = self.global_memory(block)?;
        match *self.kind(memory.ty) {
            TypeKind::Array(..) => {
                let element = self.b.i32(element);
                Some(self.element(memory, element, self.s.innermost(memory.ty)))
            }
            _ => Some(memory),
        }
    }

    /// The bytes of what is bound to a storage block, as far as its own type can tell: up to the end of the
    /// last element of its runtime array, or all of a block that has none.
    fn block_bytes(&mut self, block: Handle<tree::Global>, element: u32) -> Option<Value> {
        let memory = self.block_memory(block, element)?;
        let TypeKind::Struct(id) = *self.kind(memory.ty) else { return None };
        let last = self.s.program.types.get_struct(id)?.members.len().checked_sub(1)?;
        let last = u32::try_from(last).ok()?;
        let Some((offset, stride)) = self.runtime_array(memory, last) else {
            let context = self.s.layout_context();
            let size = self.s.layouts.of_struct(context, id, memory.rules?).extent.size;
            return Some(self.b.i32(u32::try_from(size).ok()?));
        };
        let Base::Pointer(pointer) = memory.base else { return None };
        let count = self.b.op_imm(Op::ArrayLength, Imm::Index(last), &[pointer]);
        let (offset, stride) = (self.b.i32(offset), self.b.i32(stride));
        let bytes = self.b.op(Op::IMul, &[count, stride]);
        Some(self.b.op(Op::IAdd, &[bytes, offset]))
    }

    /// Offset and stride of the runtime array that a member of a block is.
    fn runtime_array(&mut self, block: Memory, member: u32) -> Option<(u32, u32)> {
        let TypeKind::Struct(id) = *self.kind(block.ty) else { return None };
        let rules = block.rules?;
        let ty: Type = self.s.program.types.get_struct(id)?.members.get(member as usize)?.ty;
        let TypeKind::Array(element, Length::Unsized) = *self.kind(ty) else { return None };
        let context = self.s.layout_context();
        let offset = *self.s.layouts.of_struct(context, id, rules).offsets.get(member as usize)?;
        Some((offset, self.s.array_stride(element, rules)))
    }
}
