//! Lowers descriptor heaps: arrays of descriptors (GL_EXT_descriptor_heap) and blocks
//! (GL_EXT_structured_descriptor_heap).
//!
//! The size of a descriptor is known only to the device, so offsets in a block are computed at run time. The
//! offset of a member is a sum of constants and multiples of [`Op::DescriptorSize`], as in `scalar` layout
//! with descriptors aligned to their size. Constant folding and common-subexpression elimination remove
//! repeated computations.

use crate::layout::Rules;
use crate::lower::builtins::ray_query::structure_type;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::memory::{Base, Memory};
use crate::tree::global::{HeapLocation, HeapOffset, HeapPlacement};
use crate::tree::{self, ExprKind};
use crate::types::{Layout, StructId, Type, TypeKind};
use naga::Handle;
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::Imm;
use nvc_ir::types::TypeKind as IrKind;
use nvc_ir::{Global, GlobalData, GlobalKind, Op, Space, Type as IrType, Types, Value};

/// Stride in bytes of descriptors whose offsets the program computes: they can start at any byte.
const BYTES: u32 = 1;

/// Alignment and size in bytes of a type in a heap.
#[derive(Clone, Copy)]
struct HeapExtent {
    align: Value,
    size: Value,
}

impl Lowerer<'_, '_> {
    /// Returns a pointer to a descriptor in a heap.
    pub(super) fn descriptor_in_heap(
        &mut self,
        handle: Handle<tree::Global>,
        location: HeapLocation,
        indices: &[Value],
        ty: IrType,
    ) -> Value {
        let (index, stride) = self.heap_index(handle, location, indices);
        let access = super::resource::image_access(&self.module.program.globals[handle]);
        let heap = match self.module.declared.resources.get(&(handle, ty)) {
            Some(&known) => known,
            None => {
                let name = self.module.global_name(handle);
                let kind = GlobalKind::HeapDescriptors { space: Space::UniformConstant, ty, stride, access };
                let made = self.module.globals.push(GlobalData { name, kind });
                self.module.declared.resources.insert((handle, ty), made);
                made
            }
        };
        let pointer = self.b.types.pointer(Space::UniformConstant, ty);
        self.b.inst_with_type(Op::HeapAddr, Imm::Global(heap), &[index], pointer)
    }

    /// Returns the memory of a buffer whose descriptor is in a heap.
    pub(in crate::lower) fn buffer_in_heap(
        &mut self,
        handle: Handle<tree::Global>,
        location: HeapLocation,
        indices: &[Value],
    ) -> Memory {
        let (index, stride) = self.heap_index(handle, location, indices);
        let qualifiers = self.module.program.globals[handle].memory;
        let buffer = self.module.heap_buffer(self.b.types, handle, stride);
        let pointer = self.b.types.pointer(buffer.space, buffer.ty);
        let pointer = self.b.inst_with_type(Op::HeapAddr, Imm::Global(buffer.global), &[index], pointer);
        let block = self.module.innermost(self.module.program.globals[handle].ty);
        Memory { rules: buffer.rules, ..Memory::plain(Base::Pointer(pointer), block) }.qualified(qualifiers)
    }

    /// Returns the memory of plain data in a heap; `None` unless `e` indexes all arrays of structs that
    /// enclose the data.
    pub(super) fn heap_element(&mut self, e: ExprHandle) -> Option<Memory> {
        let (root, indices) = self.block_indices(e);
        let ExprKind::Global(handle) = self.body.exprs[root].kind else { return None };
        let tree::GlobalKind::HeapData(number) = self.module.program.globals[handle].kind else {
            return None;
        };
        if indices.len() != self.enclosing_arrays(number) {
            return None;
        }
        let indices: Vec<Value> = indices.iter().map(|&index| self.index(index)).collect();
        let member = self.module.program.heap_members.get(number as usize)?;
        let samplers = self.module.program.heap_blocks.get(member.block)?.samplers;
        let (offset, row_major) = self.member_offset(number, &indices);
        let heap = match self.module.declared.heap_data.get(&samplers) {
            Some(&known) => known,
            None => {
                let name = if samplers { "sampler_heap" } else { "resource_heap" };
                let kind = GlobalKind::HeapData { samplers };
                let made = self.module.globals.push(GlobalData { name: name.into(), kind });
                self.module.declared.heap_data.insert(samplers, made);
                made
            }
        };
        let rules = Some(Rules { layout: Layout::Scalar, row_major });
        Some(Memory { rules, ..Memory::plain(Base::Heap(heap, offset), self.body.exprs[e].ty) })
    }

    /// Returns the index of a descriptor and the stride in bytes that the index is scaled by.
    fn heap_index(
        &mut self,
        handle: Handle<tree::Global>,
        location: HeapLocation,
        indices: &[Value],
    ) -> (Value, u32) {
        match location {
            HeapLocation::Array(stride) => {
                let ty = self.module.program.globals[handle].ty;
                (self.linear_index(ty, indices), stride)
            }
            HeapLocation::Member(number) => (self.member_offset(number, indices).0, BYTES),
        }
    }

    /// Returns the number of arrays of structs that enclose a member of a heap block.
    fn enclosing_arrays(&self, number: u32) -> usize {
        let program = self.module.program;
        let Some(member) = program.heap_members.get(number as usize) else { return 0 };
        let Some(block) = program.heap_blocks.get(member.block) else { return 0 };
        let (mut id, mut arrays) = (block.id, 0);
        for &index in member.members.iter().take(member.members.len().saturating_sub(1)) {
            let def = program.types.get_struct(id);
            let Some(member) = def.and_then(|def| def.members.get(index as usize)) else { return arrays };
            let mut ty = member.ty;
            while let TypeKind::Array(element, _) = *program.types.kind(ty) {
                (ty, arrays) = (element, arrays + 1);
            }
            let TypeKind::Struct(inner) = *program.types.kind(ty) else { return arrays };
            id = inner;
        }
        arrays
    }

    /// Returns the byte offset of a member of a heap block, and whether its matrices are row-major.
    fn member_offset(&mut self, number: u32, indices: &[Value]) -> (Value, bool) {
        let program = self.module.program;
        let begin = self.b.i32(0);
        let Some(member) = program.heap_members.get(number as usize) else { return (begin, false) };
        let Some(block) = program.heap_blocks.get(member.block) else { return (begin, false) };
        let mut offset = match block.offset {
            HeapOffset::Bytes(bytes) => self.b.i32(bytes),
            HeapOffset::Variable(variable) => match self.global_memory(variable) {
                Some(memory) => {
                    let value = self.load(memory);
                    self.single(&value)
                }
                None => begin,
            },
        };
        let (mut id, mut placements, mut row_major) = (block.id, &block.placements[..], false);
        let mut indices = indices.iter();
        for &index in &member.members {
            let relative = self.struct_extent(id, placements, index as usize).size;
            offset = self.bytes_after(offset, relative);
            let def = program.types.get_struct(id);
            let Some(member) = def.and_then(|def| def.members.get(index as usize)) else { break };
            row_major = member.row_major;
            let size = placements.get(index as usize).and_then(|placement| placement.size);
            let mut ty = member.ty;
            // Only arrays that contain descriptors are indexed here; indices into plain data are applied
            // later.
            while let TypeKind::Array(element, _) = *self.kind(ty)
                && self.holds_descriptors(element)
            {
                let Some(&index) = indices.next() else { break };
                let stride = self.heap_extent(element, false, size).size;
                let bytes = self.bytes_of(index, stride);
                offset = self.bytes_after(offset, bytes);
                ty = element;
            }
            if let TypeKind::Struct(inner) = *self.kind(ty) {
                (id, placements) = (inner, &[]);
            }
        }
        (offset, row_major)
    }

    /// Returns the offset of member `end` as `size`, and the alignment of the members before it. If there is no
    /// member `end`, returns the alignment and size of the struct.
    fn struct_extent(&mut self, id: StructId, placements: &[HeapPlacement], end: usize) -> HeapExtent {
        let program = self.module.program;
        let members = program.types.get_struct(id).map_or(&[][..], |def| &def.members);
        let (mut at, mut align) = (self.b.i32(0), self.b.i32(1));
        for (number, member) in members.iter().enumerate() {
            let placement = placements.get(number).copied().unwrap_or_default();
            let extent = self.heap_extent(member.ty, member.row_major, placement.size);
            at = match placement.offset {
                Some(offset) => self.b.i32(offset),
                None => self.round_up(at, extent.align),
            };
            if number == end {
                return HeapExtent { align, size: at };
            }
            at = self.bytes_after(at, extent.size);
            align = self.larger(align, extent.align);
        }
        HeapExtent { align, size: self.round_up(at, align) }
    }

    /// Returns the alignment and size of a type. `descriptor_size`, if given, replaces the device's
    /// descriptor size.
    fn heap_extent(&mut self, ty: Type, row_major: bool, descriptor_size: Option<u32>) -> HeapExtent {
        if !self.holds_descriptors(ty) {
            let context = self.module.layout_context();
            let rules = Rules { layout: Layout::Scalar, row_major };
            let extent = self.module.layouts.extent(context, ty, rules);
            let size = u32::try_from(extent.size).unwrap_or(u32::MAX);
            return HeapExtent { align: self.b.i32(extent.align), size: self.b.i32(size) };
        }
        match *self.kind(ty) {
            TypeKind::Array(element, length) => {
                let element = self.heap_extent(element, row_major, descriptor_size);
                let count = self.module.layout_context().length(length);
                let count = self.b.i32(u32::try_from(count).unwrap_or(u32::MAX));
                HeapExtent { size: self.bytes_of(element.size, count), ..element }
            }
            TypeKind::Struct(id) => self.struct_extent(id, &[], usize::MAX),
            _ => {
                let size = match descriptor_size {
                    Some(size) => self.b.i32(size),
                    None => self.descriptor_size(ty),
                };
                HeapExtent { align: size, size }
            }
        }
    }

    /// Returns the size of a descriptor.
    fn descriptor_size(&mut self, ty: Type) -> Value {
        let (space, descriptor) = match *self.kind(ty) {
            TypeKind::Buffer { block, uniform } => {
                let layout = self.module.program.types.get_struct(block).and_then(|def| def.layout);
                let rules = Rules { layout: layout.unwrap_or(Layout::Std430), row_major: false };
                let block = self.find_type(&TypeKind::Struct(block));
                let space = if uniform { Space::Uniform } else { Space::StorageBuffer };
                (space, self.memory_type(block, Some(rules)))
            }
            TypeKind::Texture(texture) => {
                let image = self.texture_type(texture);
                (Space::UniformConstant, self.b.types.intern(IrKind::Image(image)))
            }
            TypeKind::Image(image) => {
                let image = self.image_type(image, None);
                (Space::UniformConstant, self.b.types.intern(IrKind::Image(image)))
            }
            TypeKind::AccelerationStructure => (Space::UniformConstant, structure_type(self.b.types)),
            _ => (Space::UniformConstant, self.b.types.intern(IrKind::Sampler)),
        };
        let global = self.sized_descriptor(space, descriptor);
        self.b.inst_with_type(Op::DescriptorSize, Imm::Global(global), &[], Types::I32)
    }

    fn sized_descriptor(&mut self, space: Space, ty: IrType) -> Global {
        if let Some(&known) = self.module.declared.sized_descriptors.get(&(space, ty)) {
            return known;
        }
        let access = VariableAccess::default();
        let kind = GlobalKind::HeapDescriptors { space, ty, stride: BYTES, access };
        let made = self.module.globals.push(GlobalData { name: String::new(), kind });
        self.module.declared.sized_descriptors.insert((space, ty), made);
        made
    }

    /// Returns whether a type is or contains a descriptor.
    fn holds_descriptors(&self, ty: Type) -> bool {
        match *self.kind(ty) {
            TypeKind::Array(element, _) => self.holds_descriptors(element),
            TypeKind::Struct(id) => {
                let def = self.module.program.types.get_struct(id);
                def.is_some_and(|def| def.members.iter().any(|member| self.holds_descriptors(member.ty)))
            }
            ref kind => kind.is_opaque(),
        }
    }

    /// Adds two numbers of bytes.
    fn bytes_after(&mut self, a: Value, b: Value) -> Value {
        match (self.b.func.as_bits(a), self.b.func.as_bits(b)) {
            (Some(a), Some(b)) => self.b.bits(Types::I32, a.wrapping_add(b)),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.b.op(Op::IAdd, &[a, b]),
        }
    }

    /// Multiplies a number of bytes by a count, in either order.
    fn bytes_of(&mut self, a: Value, b: Value) -> Value {
        match (self.b.func.as_bits(a), self.b.func.as_bits(b)) {
            (Some(a), Some(b)) => self.b.bits(Types::I32, a.wrapping_mul(b)),
            (Some(1), _) => b,
            (_, Some(1)) => a,
            _ => self.b.op(Op::IMul, &[a, b]),
        }
    }

    fn larger(&mut self, a: Value, b: Value) -> Value {
        match (self.b.func.as_bits(a), self.b.func.as_bits(b)) {
            (Some(x), Some(y)) => self.b.bits(Types::I32, x.max(y)),
            (Some(..=1), _) => b,
            (_, Some(..=1)) => a,
            _ if a == b => a,
            _ => self.b.op(Op::UMax, &[a, b]),
        }
    }

    /// Rounds `value` up to a multiple of `align`, which need not be a power of two because descriptor sizes
    /// need not be.
    fn round_up(&mut self, value: Value, align: Value) -> Value {
        match (self.b.func.as_bits(value), self.b.func.as_bits(align)) {
            (Some(0), _) | (_, Some(..=1)) => return value,
            (Some(value), Some(align)) => return self.b.bits(Types::I32, value.next_multiple_of(align)),
            _ => {}
        }
        let one = self.b.i32(1);
        let below = self.b.op(Op::ISub, &[align, one]);
        let sum = self.bytes_after(value, below);
        let quotient = self.b.op(Op::UDiv, &[sum, align]);
        self.b.op(Op::IMul, &[quotient, align])
    }
}
