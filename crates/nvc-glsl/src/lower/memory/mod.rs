//! Memory by GLSL type: parts of it, loads and stores.
//!
//! Memory of blocks and behind addresses has explicit layout and is read and written by scalars and
//! vectors; other memory holds whole values of the IR.

mod array_loops;
mod variables;

use crate::layout::Rules;
use crate::lower::context::Lowerer;
use crate::lower::context::MAX_LEAVES;
use crate::lower::values::rvalue::Val;
use crate::types::{Length, Memory as Qualifiers, Type, TypeKind};
use naga::ScalarKind;
use nvc_ir::imm::{Access, BytesAccess, Imm};
use nvc_ir::{Global, Op, Type as IrType, Types, Value};

/// A struct of more vectors and scalars than this is not copied from or to memory with explicit layout.
const MAX_COPIED: u32 = 4096;

/// A place in memory.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Memory {
    /// Where.
    pub base: Base,
    /// What is there.
    pub ty: Type,
    /// Its layout; `None` for memory of values.
    pub rules: Option<Rules>,
    /// A power of two of which the address is a multiple; 0 where the type says it.
    pub align: u32,
    /// Accesses are performed as written.
    pub volatile: bool,
    /// Other invocations see writes.
    pub coherent: bool,
}

/// How a place is addressed.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum Base {
    /// By a pointer.
    Pointer(Value),
    /// By a byte offset into memory seen in bytes.
    Bytes(Global, Value),
}

impl Memory {
    /// Memory of values.
    pub(in crate::lower) fn plain(base: Base, ty: Type) -> Memory {
        Memory { base, ty, rules: None, align: 0, volatile: false, coherent: false }
    }

    /// With the qualifiers of a variable or member.
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

    /// The alignment behind a step of so many bytes.
    fn stepped(&self, bytes: u32) -> u32 {
        match bytes {
            0 => self.align,
            _ => self.align.min(1 << bytes.trailing_zeros()),
        }
    }
}

impl Lowerer<'_, '_> {
    /// A pointer to a part: `indices` down from `pointer`.
    pub(in crate::lower) fn access(&mut self, pointer: Value, indices: &[Value], to: IrType) -> Value {
        let space = self.b.types.pointee(self.b.func.ty(pointer)).map(|(space, _)| space);
        let Some(space) = space else {
            self.fault("a part of what is no memory");
            return pointer;
        };
        let ty = self.b.types.pointer(space, to);
        let mut args = vec![pointer];
        args.extend(indices);
        self.b.inst_with_type(Op::AccessChain, Imm::None, &args, ty)
    }

    /// `offset + bytes`.
    fn plus(&mut self, offset: Value, bytes: Value) -> Value {
        match (self.b.func.as_bits(offset), self.b.func.as_bits(bytes)) {
            (Some(a), Some(b)) => self.b.bits(Types::I32, a.wrapping_add(b)),
            (_, Some(0)) => offset,
            _ => self.b.op(Op::IAdd, &[offset, bytes]),
        }
    }

    /// A part at a byte distance, reached by an index of the type.
    fn part_of(&mut self, memory: Memory, index: Value, bytes: Value, part: Memory) -> Memory {
        let base = match memory.base {
            Base::Pointer(pointer) => {
                let to = self.memory_type(part.ty, part.rules);
                Base::Pointer(self.access(pointer, &[index], to))
            }
            Base::Bytes(global, offset) => Base::Bytes(global, self.plus(offset, bytes)),
        };
        Memory { base, ..part }
    }

    /// A member of a struct.
    pub(in crate::lower) fn member(&mut self, memory: Memory, index: u32) -> Memory {
        let TypeKind::Struct(id) = *self.kind(memory.ty) else {
            self.fault("a member of what is no struct");
            return memory;
        };
        let program = self.s.program;
        let Some(member) = program.types.get_struct(id).and_then(|def| def.members.get(index as usize))
        else {
            self.fault("a member that is not there");
            return memory;
        };
        let mut part = Memory { ty: member.ty, ..memory }.qualified(member.memory);
        let mut offset = 0;
        if let Some(rules) = memory.rules {
            let context = self.s.layout_context();
            let layout = self.s.layouts.of_struct(context, id, rules);
            offset = layout.offsets.get(index as usize).copied().unwrap_or(0);
            part.rules = Some(Rules { row_major: rules.row_major || member.row_major, ..rules });
            part.align = memory.stepped(offset);
        }
        let (index, offset) = (self.b.i32(index), self.b.i32(offset));
        self.part_of(memory, index, offset, part)
    }

    /// An element of an array, a column of a matrix that lies column by column, a component of a vector
    /// or cooperative matrix. The type of the part is the caller's to say.
    pub(in crate::lower) fn element(&mut self, memory: Memory, index: Value, ty: Type) -> Memory {
        let mut part = Memory { ty, ..memory };
        let mut stride = 0;
        if let Some(rules) = memory.rules {
            stride = match *self.kind(memory.ty) {
                TypeKind::Array(element, _) => self.s.array_stride(element, rules),
                TypeKind::Matrix { columns, rows, scalar } => {
                    self.s.layouts.matrix_stride(columns, rows, scalar, rules)
                }
                TypeKind::Vector(_, scalar) => crate::layout::scalar_size(scalar),
                _ => 0,
            };
            part.align = memory.stepped(stride);
        }
        let bytes = match memory.base {
            Base::Pointer(_) => index,
            Base::Bytes(..) => {
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
        self.part_of(memory, index, bytes, part)
    }

    /// An index in 32 bits.
    pub(in crate::lower) fn index32(&mut self, index: Value) -> Value {
        if self.b.func.ty(index) == Types::I64 {
            return self.b.inst_with_type(Op::ITrunc, Imm::None, &[index], Types::I32);
        }
        index
    }

    /// A component of a column of a matrix that lies row by row.
    pub(in crate::lower) fn transposed(
        &mut self,
        matrix: Memory,
        column: Value,
        row: Value,
        ty: Type,
    ) -> Memory {
        // A row is a vector of as many components as there are columns; it has no GLSL type of its own,
        // so both steps are taken at once.
        let TypeKind::Matrix { columns, rows, scalar } = *self.kind(matrix.ty) else { return matrix };
        let rules = matrix.rules.unwrap_or(Rules { layout: crate::types::Layout::Std430, row_major: true });
        let stride = self.s.layouts.matrix_stride(columns, rows, scalar, rules);
        let width = crate::layout::scalar_size(scalar);
        let part = Memory { ty, align: matrix.align.min(width), ..matrix };
        let base = match matrix.base {
            Base::Pointer(pointer) => {
                let to = self.memory_type(ty, matrix.rules);
                Base::Pointer(self.access(pointer, &[row, column], to))
            }
            Base::Bytes(global, offset) => {
                let rows = self.scaled(row, stride);
                let columns = self.scaled(column, width);
                let offset = self.plus(offset, rows);
                Base::Bytes(global, self.plus(offset, columns))
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

    /// The value in memory.
    pub(in crate::lower) fn load(&mut self, memory: Memory) -> Val {
        let Some(rules) = memory.rules else {
            let ty = self.value_type(memory.ty);
            return self.load_raw(memory, ty).into();
        };
        match *self.kind(memory.ty) {
            TypeKind::Matrix { columns, rows, .. } if rules.row_major => {
                let (columns, rows) = (columns as u32, rows as u32);
                self.load_transposed(memory, columns, rows)
            }
            TypeKind::Matrix { columns, .. } => {
                let column = self.column_type(memory.ty);
                self.load_parts(memory, columns as u32, column)
            }
            TypeKind::Array(element, Length::Fixed(count)) if self.is_short(memory.ty) => {
                self.load_parts(memory, count, element)
            }
            TypeKind::Array(element, _) => self.load_by_loop(memory, element),
            TypeKind::Struct(_) if self.is_huge(memory.ty) => {
                let ty = self.value_type(memory.ty);
                self.b.undef(ty).into()
            }
            TypeKind::Struct(id) => {
                let count = self.s.program.types.get_struct(id).map_or(0, |def| def.members.len());
                let parts = (0..count as u32).map(|index| {
                    let member = self.member(memory, index);
                    self.load(member)
                });
                Val::of(parts.collect::<Vec<_>>())
            }
            _ => self.load_leaf(memory).into(),
        }
    }

    fn load_parts(&mut self, memory: Memory, count: u32, ty: Type) -> Val {
        let parts = (0..count).map(|index| {
            let index = self.b.i32(index);
            let part = self.element(memory, index, ty);
            self.load(part)
        });
        Val::of(parts.collect::<Vec<_>>())
    }

    /// The columns of a matrix that lies row by row.
    fn load_transposed(&mut self, memory: Memory, columns: u32, rows: u32) -> Val {
        let ty = self.component_type(memory.ty);
        let parts = (0..columns).map(|column| {
            let components: Vec<Value> = (0..rows)
                .map(|row| {
                    let (column, row) = (self.b.i32(column), self.b.i32(row));
                    let place = self.transposed(memory, column, row, ty);
                    self.load_leaf(place)
                })
                .collect();
            Val::One(self.b.construct(&components))
        });
        Val::of(parts.collect::<Vec<_>>())
    }

    /// A scalar or vector.
    fn load_leaf(&mut self, memory: Memory) -> Value {
        let ty = self.memory_type(memory.ty, memory.rules);
        let value = self.load_raw(memory, ty);
        if self.lies_as_word(&memory) {
            let ty = self.value_type(memory.ty);
            return self.word_to_halves(value, ty);
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
        }
    }

    /// Writes a value to memory.
    pub(in crate::lower) fn store(&mut self, memory: Memory, value: &Val) {
        let Some(rules) = memory.rules else {
            let ty = self.value_type(memory.ty);
            let value = self.whole(value, ty);
            return self.store_raw(memory, value);
        };
        match *self.kind(memory.ty) {
            TypeKind::Matrix { columns, rows, .. } if rules.row_major => {
                let ty = self.component_type(memory.ty);
                for column in 0..columns as u32 {
                    let part = self.part(value, column);
                    let part = self.one(&part);
                    for row in 0..rows as u32 {
                        let component = self.component(part, row);
                        let (column, row) = (self.b.i32(column), self.b.i32(row));
                        let place = self.transposed(memory, column, row, ty);
                        self.store_leaf(place, component);
                    }
                }
            }
            TypeKind::Matrix { columns, .. } => {
                let column = self.column_type(memory.ty);
                self.store_parts(memory, columns as u32, column, value);
            }
            TypeKind::Array(element, Length::Fixed(count)) if self.is_short(memory.ty) => {
                self.store_parts(memory, count, element, value);
            }
            TypeKind::Array(element, _) => self.store_by_loop(memory, element, value),
            TypeKind::Struct(_) if self.is_huge(memory.ty) => {}
            TypeKind::Struct(id) => {
                let count = self.s.program.types.get_struct(id).map_or(0, |def| def.members.len());
                for index in 0..count as u32 {
                    let part = self.part(value, index);
                    let member = self.member(memory, index);
                    self.store(member, &part);
                }
            }
            _ => {
                let value = self.one(value);
                self.store_leaf(memory, value);
            }
        }
    }

    fn store_parts(&mut self, memory: Memory, count: u32, ty: Type, value: &Val) {
        for index in 0..count {
            let part = self.part(value, index);
            let index = self.b.i32(index);
            let place = self.element(memory, index, ty);
            self.store(place, &part);
        }
    }

    fn store_leaf(&mut self, memory: Memory, value: Value) {
        let value = if memory.rules.is_some() && self.holds_bools(memory.ty) {
            self.bool_to(value, Types::I32, 1)
        } else if self.lies_as_word(&memory) {
            let ty = self.memory_type(memory.ty, memory.rules);
            self.halves_to_word(value, ty)
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
            // Counters and parameters: checking lets none be assigned.
            Base::Bytes(..) => self.fault("a store to memory that is read alone"),
        }
    }

    /// Whether an array is copied element by element rather than by a loop.
    fn is_short(&self, array: Type) -> bool {
        self.leaves(array, 0, MAX_LEAVES) <= MAX_LEAVES
    }

    /// Whether a struct has too many parts to copy one by one; that is reported. An array in it counts as
    /// much as a loop over its elements.
    pub(in crate::lower) fn is_huge(&mut self, ty: Type) -> bool {
        if self.copies(ty, 0) <= MAX_COPIED {
            return false;
        }
        let message = format!("a struct of more than {MAX_COPIED} scalars and vectors is copied");
        let finding = nvc_diag::Diagnostic::new(nvc_diag::Code::N0501, self.b.loc, message);
        self.s.diags.report(finding.help("copy the members that are needed"));
        true
    }

    fn copies(&self, ty: Type, count: u32) -> u32 {
        if count > MAX_COPIED {
            return count;
        }
        match *self.kind(ty) {
            TypeKind::Array(element, _) if !self.is_short(ty) => self.copies(element, count),
            TypeKind::Struct(id) => {
                let members = self.s.program.types.get_struct(id).map_or(&[][..], |def| &def.members);
                members.iter().fold(count, |count, member| self.copies(member.ty, count))
            }
            _ => self.leaves(ty, count, MAX_COPIED),
        }
    }

    fn holds_bools(&self, ty: Type) -> bool {
        crate::lower::types::component(self.kind(ty)).is_some_and(|scalar| scalar.kind == ScalarKind::Bool)
    }

    /// The type of a matrix's columns. Those that no expression has are not in the program's types, which
    /// lowering does not change: the matrix's components have them all the same.
    pub(in crate::lower) fn column_type(&mut self, matrix: Type) -> Type {
        match *self.kind(matrix) {
            TypeKind::Matrix { rows, scalar, .. } => self.find_type(&TypeKind::Vector(rows, scalar)),
            _ => matrix,
        }
    }

    /// The scalar type of a vector's or matrix's components.
    pub(in crate::lower) fn component_type(&mut self, ty: Type) -> Type {
        match crate::lower::types::component(self.kind(ty)) {
            Some(scalar) => self.find_type(&TypeKind::Scalar(scalar)),
            None => ty,
        }
    }
}
