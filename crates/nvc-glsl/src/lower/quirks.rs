//! Reproduces deviations of NVIDIA's compiler from the GLSL specification, on request (`--quirks driver`).
//! See `docs/hardware.md`, "The driver's quirks", for the measurements.

use crate::lower::analysis::bindings::descriptor_count;
use crate::lower::analysis::block_length::element_of;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::memory::{Base, Memory};
use crate::tree::{self, GlobalKind, Program};
use crate::types::{Length, Type, TypeKind};
use naga::Handle;
use nvc_ir::imm::Imm;
use nvc_ir::quirks::block_of_length;
use nvc_ir::{Op, Quirks, Types, Value};

/// Numbers the elements of all storage blocks consecutively in declaration order. Returns the block that
/// contains element `number`, and the index of the element in the block.
fn block_at(program: &Program, mut number: u32) -> Option<(Handle<tree::Global>, u32)> {
    for (handle, global) in program.globals.iter() {
        if let GlobalKind::Storage(_) = global.kind {
            let count = descriptor_count(program, global.ty);
            match number.checked_sub(count) {
                Some(left) => number = left,
                None => return Some((handle, number)),
            }
        }
    }
    None
}

/// Returns the number of a storage block's first element in the numbering of [`block_at`].
fn number_of(program: &Program, block: Handle<tree::Global>) -> u32 {
    let before = program.globals.iter().take_while(|&(handle, _)| handle != block);
    let blocks = before.filter(|(_, global)| matches!(global.kind, GlobalKind::Storage(_)));
    blocks.fold(0, |sum, (_, global)| sum.saturating_add(descriptor_count(program, global.ty)))
}

impl Lowerer<'_, '_> {
    /// Reproduces a quirk of `return`: after its operand is evaluated, the step expressions of all enclosing `for`
    /// loops run, innermost first. Does nothing unless the driver's quirks are requested.
    pub(in crate::lower) fn driver_loop_steps(&mut self) {
        if self.module.options.quirks == Quirks::Driver {
            let steps: Vec<ExprHandle> = self.frames.iter().rev().filter_map(|frame| frame.step).collect();
            for step in steps {
                self.expr(step);
            }
        }
    }

    /// Lowers `.length()` on an element with a constant index, for an array whose length the driver computes
    /// from the wrong block. Returns `None` if the quirk does not apply.
    pub(in crate::lower) fn driver_length(&mut self, lvalue: ExprHandle) -> Option<Value> {
        let program = self.module.program;
        let (array, element, member) = element_of(self.body, lvalue)?;
        if !self.module.miscounted_arrays.contains(&array) || self.module.heap_location(array).is_some() {
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
        Some(self.b.op(Op::SDiv, &[bytes, stride]))
    }

    /// Returns the memory of a storage block, or of an element if `block` is an array.
    fn block_memory(&mut self, block: Handle<tree::Global>, element: u32) -> Option<Memory> {
        let memory = self.global_memory(block)?;
        match *self.kind(memory.ty) {
            TypeKind::Array(..) => {
                let element = self.b.i32(element);
                Some(self.element(memory, element, self.module.innermost(memory.ty)))
            }
            _ => Some(memory),
        }
    }

    /// Returns the size in bytes of the buffer bound to a storage block: up to the end of the last element of
    /// its runtime array, or the size of the block if it has no runtime array.
    fn block_bytes(&mut self, block: Handle<tree::Global>, element: u32) -> Option<Value> {
        let memory = self.block_memory(block, element)?;
        let TypeKind::Struct(id) = *self.kind(memory.ty) else { return None };
        let last = self.module.program.types.get_struct(id)?.members.len().checked_sub(1)?;
        let last = u32::try_from(last).ok()?;
        let Some((offset, stride)) = self.runtime_array(memory, last) else {
            let context = self.module.layout_context();
            let size = self.module.layouts.of_struct(context, id, memory.rules?).extent.size;
            return Some(self.b.i32(u32::try_from(size).ok()?));
        };
        let Base::Pointer(pointer) = memory.base else { return None };
        let count = self.b.inst_with_type(Op::ArrayLength, Imm::Index(last), &[pointer], Types::I32);
        let (offset, stride) = (self.b.i32(offset), self.b.i32(stride));
        let bytes = self.b.op(Op::IMul, &[count, stride]);
        Some(self.b.op(Op::IAdd, &[bytes, offset]))
    }

    /// Returns the offset and stride of a block member that is a runtime array; `None` for other members.
    fn runtime_array(&mut self, block: Memory, member: u32) -> Option<(u32, u32)> {
        let TypeKind::Struct(id) = *self.kind(block.ty) else { return None };
        let rules = block.rules?;
        let ty: Type = self.module.program.types.get_struct(id)?.members.get(member as usize)?.ty;
        let TypeKind::Array(element, Length::Unsized) = *self.kind(ty) else { return None };
        let context = self.module.layout_context();
        let offset = *self.module.layouts.of_struct(context, id, rules).offsets.get(member as usize)?;
        Some((offset, self.module.array_stride(element, rules)))
    }
}
