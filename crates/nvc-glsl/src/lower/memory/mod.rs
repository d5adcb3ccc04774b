//! Lowers memory accesses by GLSL type: access chains, loads and stores.
//!
//! Memory in blocks and at addresses has an explicit layout; each access loads or stores one scalar or vector. Other
//! memory stores whole IR values. [`variables`] decides which local variables live in memory.

mod array_loops;
mod variables;

use crate::layout::Rules;
use crate::lower::context::Lowerer;
use crate::lower::context::MAX_LEAVES;
use crate::lower::values::rvalue::Rvalue;
use crate::types::{Length, Memory as Qualifiers, ScalarKind, Type, TypeKind};
use nvc_ir::imm::{Access, BytesAccess, Imm};
use nvc_ir::{Global, Op, Space, Type as IrType, Types, Value};

/// Maximum number of scalars and vectors in a struct that is loaded from or stored to memory with explicit
/// layout.
const MAX_COPIED: u32 = 4096;

/// A typed location in memory.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Memory {
    pub base: Base,
    pub ty: Type,
    /// Layout rules; `None` for memory without explicit layout, unless it contains packed halves.
    pub rules: Option<Rules>,
    /// Alignment of the address in bytes, a power of two; 0 means the alignment of the type.
    pub align: u32,
    /// Whether accesses are volatile.
    pub volatile: bool,
    /// Whether accesses are coherent.
    pub coherent: bool,
}

/// How a memory location is addressed.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum Base {
    /// By a pointer.
    Pointer(Value),
    /// By a byte offset into byte-addressed memory.
    Bytes(Global, Value),
    /// By a byte offset in a descriptor heap.
    Heap(Global, Value),
}

impl Memory {
    /// Creates a location in memory without explicit layout.
    pub(in crate::lower) fn plain(base: Base, ty: Type) -> Memory {
        Memory { base, ty, rules: None, align: 0, volatile: false, coherent: false }
    }

    /// Adds the qualifiers of a variable or member.
    pub(in crate::lower) fn qualified(self, qualifiers: Qualifiers) -> Memory {
        Memory {
            volatile: self.volatile || qualifiers.volatile,
            coherent: self.coherent || qualifiers.coherent,
            ..self
        }
    }

    fn access(&self) -> Access {
        Access { align: self.align, volatile: self.volatile, coherent: self.coherent }
    }

    /// Returns the alignment of this address plus `bytes`.
    fn align_after(&self, bytes: u32) -> u32 {
        match bytes {
            0 => self.align,
            _ => self.align.min(1 << bytes.trailing_zeros()),
        }
    }
}

impl Lowerer<'_, '_> {
    /// Emits an access chain from `pointer` through `indices` to memory of type `to`.
    pub(in crate::lower) fn access(&mut self, pointer: Value, indices: &[Value], to: IrType) -> Value {
        let space = self.b.types.pointee(self.b.func.ty(pointer)).map(|(space, _)| space);
        let Some(space) = space else {
            self.internal_error("an access chain from a value that is not a pointer");
            return pointer;
        };
        let ty = self.b.types.pointer(space, to);
        let mut args = vec![pointer];
        args.extend(indices);
        self.b.inst_with_type(Op::AccessChain, Imm::None, &args, ty)
    }

    /// Returns `offset + bytes`.
    fn add_offset(&mut self, offset: Value, bytes: Value) -> Value {
        match (self.b.func.as_bits(offset), self.b.func.as_bits(bytes)) {
            (Some(a), Some(b)) => self.b.bits(Types::I32, a.wrapping_add(b)),
            (_, Some(0)) => offset,
            _ => self.b.op(Op::IAdd, &[offset, bytes]),
        }
    }

    /// Returns the memory of a constituent. `index` locates it in typed memory, `bytes` in byte-addressed memory and
    /// heaps.
    fn constituent_memory(&mut self, memory: Memory, index: Value, bytes: Value, part: Memory) -> Memory {
        let base = match memory.base {
            Base::Pointer(pointer) => {
                let to = self.memory_type(part.ty, part.rules);
                Base::Pointer(self.access(pointer, &[index], to))
            }
            Base::Bytes(global, offset) => Base::Bytes(global, self.add_offset(offset, bytes)),
            Base::Heap(global, offset) => Base::Heap(global, self.add_offset(offset, bytes)),
        };
        Memory { base, ..part }
    }

    /// Returns the memory of a struct member.
    pub(in crate::lower) fn member(&mut self, memory: Memory, index: u32) -> Memory {
        let TypeKind::Struct(id) = *self.kind(memory.ty) else {
            self.internal_error("a member of a type that is not a struct");
            return memory;
        };
        let program = self.module.program;
        let Some(member) = program.types.get_struct(id).and_then(|def| def.members.get(index as usize))
        else {
            self.internal_error("a member index is out of range");
            return memory;
        };
        let mut part = Memory { ty: member.ty, ..memory }.qualified(member.memory);
        let mut offset = 0;
        if let Some(rules) = memory.rules {
            let context = self.module.layout_context();
            let layout = self.module.layouts.of_struct(context, id, rules);
            offset = layout.offsets.get(index as usize).copied().unwrap_or(0);
            part.rules = Some(Rules { row_major: rules.row_major || member.row_major, ..rules });
            part.align = memory.align_after(offset);
        }
        let (index, offset) = (self.b.i32(index), self.b.i32(offset));
        self.constituent_memory(memory, index, offset, part)
    }

    /// Returns the memory of an array element, a column of a column-major matrix, or a component of a vector
    /// or cooperative matrix. `ty` is the type of the constituent.
    pub(in crate::lower) fn element(&mut self, memory: Memory, index: Value, ty: Type) -> Memory {
        let mut part = Memory { ty, ..memory };
        let mut stride = 0;
        if let Some(rules) = memory.rules {
            stride = match *self.kind(memory.ty) {
                TypeKind::Array(element, _) => self.module.array_stride(element, rules),
                TypeKind::Matrix { columns, rows, scalar } => {
                    self.module.layouts.matrix_stride(columns, rows, scalar, rules)
                }
                TypeKind::Vector(_, scalar) => crate::layout::scalar_size(scalar),
                _ => 0,
            };
            // A constant index can leave more of the alignment: element 0 has that of the array.
            let elements = self.b.func.as_bits(index).map_or(1, |n| n as u32);
            part.align = memory.align_after(stride.wrapping_mul(elements));
        }
        let bytes = match memory.base {
            Base::Pointer(_) => index,
            Base::Bytes(..) | Base::Heap(..) => {
                let index = self.index32(index);
                match self.b.func.as_bits(index) {
                    Some(n) => self.b.bits(Types::I32, n.wrapping_mul(u64::from(stride))),
                    None => {
                        let stride = self.b.i32(stride);
                        self.b.op(Op::IMul, &[index, stride])
                    }
                }
            }
        };
        self.constituent_memory(memory, index, bytes, part)
    }

    /// Returns whether memory can be larger than 4 GiB.
    pub(in crate::lower) fn is_large(&self, memory: &Memory) -> bool {
        let Base::Pointer(pointer) = memory.base else { return false };
        let space = self.b.types.pointee(self.b.func.ty(pointer)).map(|(space, _)| space);
        matches!(space, Some(Space::StorageBuffer | Space::PhysicalStorageBuffer))
    }

    /// Truncates an index to 32 bits.
    pub(in crate::lower) fn index32(&mut self, index: Value) -> Value {
        if self.b.func.ty(index) == Types::I64 {
            return self.b.inst_with_type(Op::ITrunc, Imm::None, &[index], Types::I32);
        }
        index
    }

    /// Returns the memory of a component of a row-major matrix.
    pub(in crate::lower) fn row_major_component(
        &mut self,
        matrix: Memory,
        column: Value,
        row: Value,
        ty: Type,
    ) -> Memory {
        // The type of a row may not be interned, so the access chain addresses the component directly.
        let TypeKind::Matrix { columns, rows, scalar } = *self.kind(matrix.ty) else { return matrix };
        let rules = matrix.rules.unwrap_or(Rules { layout: crate::types::Layout::Std430, row_major: true });
        let stride = self.module.layouts.matrix_stride(columns, rows, scalar, rules);
        let width = crate::layout::scalar_size(scalar);
        let part = Memory { ty, align: matrix.align.min(width), ..matrix };
        let base = match matrix.base {
            Base::Pointer(pointer) => {
                let to = self.memory_type(ty, matrix.rules);
                Base::Pointer(self.access(pointer, &[row, column], to))
            }
            Base::Bytes(global, offset) | Base::Heap(global, offset) => {
                let rows = self.scaled(row, stride);
                let columns = self.scaled(column, width);
                let offset = self.add_offset(offset, rows);
                let offset = self.add_offset(offset, columns);
                match matrix.base {
                    Base::Heap(..) => Base::Heap(global, offset),
                    _ => Base::Bytes(global, offset),
                }
            }
        };
        Memory { base, ..part }
    }

    fn scaled(&mut self, index: Value, stride: u32) -> Value {
        let index = self.index32(index);
        match self.b.func.as_bits(index) {
            Some(n) => self.b.bits(Types::I32, n.wrapping_mul(u64::from(stride))),
            None => {
                let stride = self.b.i32(stride);
                self.b.op(Op::IMul, &[index, stride])
            }
        }
    }

    /// Loads a value.
    pub(in crate::lower) fn load(&mut self, memory: Memory) -> Rvalue {
        let Some(rules) = memory.rules else {
            let ty = self.value_type(memory.ty);
            return self.load_raw(memory, ty).into();
        };
        match *self.kind(memory.ty) {
            TypeKind::Matrix { columns, rows, .. } if rules.row_major => {
                let (columns, rows) = (columns as u32, rows as u32);
                self.load_row_major(memory, columns, rows)
            }
            TypeKind::Matrix { columns, .. } => {
                let column = self.column_type(memory.ty);
                self.load_constituents(memory, columns as u32, column)
            }
            TypeKind::Array(element, Length::Fixed(count)) if self.is_unrolled(memory.ty) => {
                self.load_constituents(memory, count, element)
            }
            TypeKind::Array(element, _) => self.load_by_loop(memory, element),
            TypeKind::Struct(_) if self.exceeds_copy_limit(memory.ty) => {
                let ty = self.value_type(memory.ty);
                self.b.undef(ty).into()
            }
            TypeKind::Struct(id) => {
                let count = self.module.program.types.get_struct(id).map_or(0, |def| def.members.len());
                let parts = (0..count as u32).map(|index| {
                    let member = self.member(memory, index);
                    self.load(member)
                });
                Rvalue::composite(parts.collect::<Vec<_>>())
            }
            _ => self.load_leaf(memory).into(),
        }
    }

    fn load_constituents(&mut self, memory: Memory, count: u32, ty: Type) -> Rvalue {
        let parts = (0..count).map(|index| {
            let index = self.b.i32(index);
            let part = self.element(memory, index, ty);
            self.load(part)
        });
        Rvalue::composite(parts.collect::<Vec<_>>())
    }

    /// Loads the columns of a row-major matrix.
    fn load_row_major(&mut self, memory: Memory, columns: u32, rows: u32) -> Rvalue {
        let ty = self.component_type(memory.ty);
        let parts = (0..columns).map(|column| {
            let components: Vec<Value> = (0..rows)
                .map(|row| {
                    let (column, row) = (self.b.i32(column), self.b.i32(row));
                    let location = self.row_major_component(memory, column, row, ty);
                    self.load_leaf(location)
                })
                .collect();
            Rvalue::Single(self.b.construct(&components))
        });
        Rvalue::composite(parts.collect::<Vec<_>>())
    }

    /// Loads a scalar or vector. Bools are stored as integers, and packed halves are unpacked.
    fn load_leaf(&mut self, memory: Memory) -> Value {
        let ty = self.memory_type(memory.ty, memory.rules);
        let value = self.load_raw(memory, ty);
        if self.is_packed_half(&memory) {
            let ty = self.value_type(memory.ty);
            return self.unpack_halves(value, ty);
        }
        if memory.rules.is_some() && self.holds_bools(memory.ty) {
            let zero = self.bits_of(ty, 0);
            return self.b.op(Op::INe, &[value, zero]);
        }
        value
    }

    fn load_raw(&mut self, memory: Memory, ty: IrType) -> Value {
        let access = memory.access();
        match memory.base {
            Base::Pointer(pointer) => self.b.inst_with_type(Op::Load, Imm::Access(access), &[pointer], ty),
            Base::Bytes(global, offset) => {
                let zero = self.b.i32(0);
                let imm = Imm::Bytes(BytesAccess { global, access });
                self.b.inst_with_type(Op::BytesLoad, imm, &[zero, offset], ty)
            }
            Base::Heap(global, offset) => {
                let pointer = self.b.types.pointer(Space::UniformConstant, ty);
                let pointer = self.b.inst_with_type(Op::HeapAddr, Imm::Global(global), &[offset], pointer);
                self.b.inst_with_type(Op::Load, Imm::Access(access), &[pointer], ty)
            }
        }
    }

    /// Stores a value.
    pub(in crate::lower) fn store(&mut self, memory: Memory, value: &Rvalue) {
        let Some(rules) = memory.rules else {
            let ty = self.value_type(memory.ty);
            let value = self.compose(value, ty);
            return self.store_raw(memory, value);
        };
        match *self.kind(memory.ty) {
            TypeKind::Matrix { columns, rows, .. } if rules.row_major => {
                let ty = self.component_type(memory.ty);
                for column in 0..columns as u32 {
                    let part = self.constituent(value, column);
                    let part = self.single(&part);
                    for row in 0..rows as u32 {
                        let component = self.component(part, row);
                        let (column, row) = (self.b.i32(column), self.b.i32(row));
                        let location = self.row_major_component(memory, column, row, ty);
                        self.store_leaf(location, component);
                    }
                }
            }
            TypeKind::Matrix { columns, .. } => {
                let column = self.column_type(memory.ty);
                self.store_constituents(memory, columns as u32, column, value);
            }
            TypeKind::Array(element, Length::Fixed(count)) if self.is_unrolled(memory.ty) => {
                self.store_constituents(memory, count, element, value);
            }
            TypeKind::Array(element, _) => self.store_by_loop(memory, element, value),
            TypeKind::Struct(_) if self.exceeds_copy_limit(memory.ty) => {}
            TypeKind::Struct(id) => {
                let count = self.module.program.types.get_struct(id).map_or(0, |def| def.members.len());
                for index in 0..count as u32 {
                    let part = self.constituent(value, index);
                    let member = self.member(memory, index);
                    self.store(member, &part);
                }
            }
            _ => {
                let value = self.single(value);
                self.store_leaf(memory, value);
            }
        }
    }

    fn store_constituents(&mut self, memory: Memory, count: u32, ty: Type, value: &Rvalue) {
        for index in 0..count {
            let part = self.constituent(value, index);
            let index = self.b.i32(index);
            let location = self.element(memory, index, ty);
            self.store(location, &part);
        }
    }

    fn store_leaf(&mut self, memory: Memory, value: Value) {
        let value = if memory.rules.is_some() && self.holds_bools(memory.ty) {
            self.bool_to(value, Types::I32, 1)
        } else if self.is_packed_half(&memory) {
            let ty = self.memory_type(memory.ty, memory.rules);
            self.b.bitcast(value, ty)
        } else {
            value
        };
        self.store_raw(memory, value);
    }

    fn store_raw(&mut self, memory: Memory, value: Value) {
        match memory.base {
            Base::Pointer(pointer) => {
                self.b.effect(Op::Store, Imm::Access(memory.access()), &[pointer, value]);
            }
            // Only atomic counters, loose uniforms and heaps use these bases, and checking rejects
            // assignments to them.
            Base::Bytes(..) | Base::Heap(..) => self.internal_error("a store to read-only memory"),
        }
    }

    /// Returns whether a copy of an array is unrolled instead of done by a loop.
    fn is_unrolled(&self, array: Type) -> bool {
        self.leaf_count(array, 0, MAX_LEAVES) <= MAX_LEAVES
    }

    /// Reports a struct with too many constituents to copy one by one. For an array that is copied by a loop,
    /// only one element counts.
    pub(in crate::lower) fn exceeds_copy_limit(&mut self, ty: Type) -> bool {
        if self.copies(ty, 0) <= MAX_COPIED {
            return false;
        }
        let message = format!("a copied struct has more than {MAX_COPIED} scalars and vectors");
        let finding = nvc_diag::Diagnostic::new(nvc_diag::Code::N0501, self.b.loc, message);
        self.module.diags.report(finding.help("copy only the members that are needed"));
        true
    }

    /// Returns `count` plus the number of constituents that a copy of the type copies one by one. Stops counting above
    /// [`MAX_COPIED`].
    fn copies(&self, ty: Type, count: u32) -> u32 {
        if count > MAX_COPIED {
            return count;
        }
        match *self.kind(ty) {
            TypeKind::Array(element, _) if !self.is_unrolled(ty) => self.copies(element, count),
            TypeKind::Struct(id) => {
                let members = self.module.program.types.get_struct(id).map_or(&[][..], |def| &def.members);
                members.iter().fold(count, |count, member| self.copies(member.ty, count))
            }
            _ => self.leaf_count(ty, count, MAX_COPIED),
        }
    }

    fn holds_bools(&self, ty: Type) -> bool {
        crate::lower::types::component(self.kind(ty)).is_some_and(|scalar| scalar.kind == ScalarKind::Bool)
    }

    /// Returns the type of a matrix's columns.
    pub(in crate::lower) fn column_type(&mut self, matrix: Type) -> Type {
        match *self.kind(matrix) {
            TypeKind::Matrix { rows, scalar, .. } => self.find_type(&TypeKind::Vector(rows, scalar)),
            _ => matrix,
        }
    }

    /// Returns the type of the components of a vector or matrix.
    pub(in crate::lower) fn component_type(&mut self, ty: Type) -> Type {
        match crate::lower::types::component(self.kind(ty)) {
            Some(scalar) => self.find_type(&TypeKind::Scalar(scalar)),
            None => ty,
        }
    }
}
