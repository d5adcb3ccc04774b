//! Evaluates, reads and writes lvalues.

use crate::layout::Rules;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::context::{SsaTree, Storage};
use crate::lower::memory::{Base, Memory};
use crate::lower::values::rvalue::Rvalue;
use crate::tree::ExprKind;
use crate::types::{Layout, StructId, Type, TypeKind};
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Space, Types, Value};

/// An lvalue whose indices have been evaluated.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Lvalue {
    /// The SSA variables of a local variable or of one of its constituents.
    Ssa(SsaTree),
    /// A location in memory.
    Memory(Memory),
    /// A column of a row-major matrix.
    Column(Memory, Value),
    /// A component of a vector, by index.
    Component(Box<Lvalue>, Value),
    /// A swizzle of a vector.
    Components(Box<Lvalue>, Vec<u8>),
    /// An rvalue that is indexed or selected from. It cannot be written.
    Value(Rvalue),
}

impl Lowerer<'_, '_> {
    /// Evaluates an expression to an lvalue; an expression that is not an lvalue becomes [`Lvalue::Value`].
    pub(in crate::lower) fn lvalue(&mut self, e: ExprHandle) -> Lvalue {
        let body = self.body;
        let expr = &body.exprs[e];
        if let Some(memory) = self.heap_element(e) {
            return Lvalue::Memory(memory);
        }
        match expr.kind {
            ExprKind::Global(global) => match self.global_memory(global) {
                Some(memory) => Lvalue::Memory(memory),
                None => self.no_value("a descriptor"),
            },
            ExprKind::Local(local) => match self.storage(local) {
                Storage::Ssa(tree) => Lvalue::Ssa(tree),
                Storage::Memory(storage) => Lvalue::Memory(self.local_memory(storage, expr.ty)),
                Storage::Resource(resource) => {
                    self.report_no_handle(local, &resource);
                    let ty = self.value_type(expr.ty);
                    // The error has been reported; the value does not matter.
                    let tree = self.declare_ssa(expr.ty);
                    let undefined = self.b.undef(ty);
                    self.write_ssa(&tree, &undefined.into());
                    Lvalue::Ssa(tree)
                }
            },
            ExprKind::Member(base, index) => {
                let base = self.lvalue(base);
                self.lvalue_constituent(base, index, true)
            }
            ExprKind::Index(base, _) if self.module.is_block(body.exprs[base].ty) => self.block_of_array(e),
            ExprKind::Index(base, index) => self.index_lvalue(base, index, expr.ty),
            ExprKind::Swizzle { base, components, count } => {
                let components = components.iter().take(usize::from(count)).copied().collect();
                let scalar = matches!(self.kind(body.exprs[base].ty), TypeKind::Scalar(_));
                let base_lvalue = self.lvalue(base);
                self.swizzle_lvalue(base_lvalue, components, scalar, expr.ty)
            }
            ExprKind::Deref(address, qualifiers) => {
                let from = body.exprs[address].ty;
                let address = self.value(address);
                Lvalue::Memory(self.dereference(from, address).qualified(qualifiers))
            }
            ExprKind::NonUniform(base) => self.lvalue(base),
            _ => Lvalue::Value(self.expr(e)),
        }
    }

    /// Reports an internal error: an expression without a value is read.
    fn no_value(&mut self, what: &str) -> Lvalue {
        self.internal_error(&format!("{what} has no value"));
        Lvalue::Value(self.b.undef(Types::I64).into())
    }

    /// Evaluates an element of an array of blocks.
    fn block_of_array(&mut self, e: ExprHandle) -> Lvalue {
        let ty = self.body.exprs[e].ty;
        let (array, indices) = self.block_indices(e);
        if let ExprKind::Global(handle) = self.body.exprs[array].kind
            && let Some(location) = self.module.heap_location(handle)
        {
            let indices: Vec<Value> = indices.iter().map(|&index| self.index(index)).collect();
            return Lvalue::Memory(self.buffer_in_heap(handle, location, &indices));
        }
        let Lvalue::Memory(memory) = self.lvalue(array) else { return self.no_value("a block") };
        let index = self.flat_index(array, &indices);
        Lvalue::Memory(self.element(memory, index, ty))
    }

    /// Splits an element of an array of blocks into the array and the indices, outermost first.
    pub(in crate::lower) fn block_indices(&self, e: ExprHandle) -> (ExprHandle, Vec<ExprHandle>) {
        let mut indices = Vec::new();
        let mut array = e;
        loop {
            match self.body.exprs[array].kind {
                ExprKind::Index(base, index) => {
                    indices.push(index);
                    array = base;
                }
                ExprKind::NonUniform(base) => array = base,
                _ => break,
            }
        }
        indices.reverse();
        (array, indices)
    }

    /// Returns the index of an element in the flattened array of descriptors.
    pub(in crate::lower) fn flat_index(&mut self, array: ExprHandle, indices: &[ExprHandle]) -> Value {
        let indices: Vec<Value> = indices.iter().map(|&index| self.index(index)).collect();
        self.linear_index(self.body.exprs[array].ty, &indices)
    }

    /// Selects a member, or a column or element with a constant index.
    fn lvalue_constituent(&mut self, base: Lvalue, index: u32, member: bool) -> Lvalue {
        match base {
            Lvalue::Ssa(SsaTree::Composite(parts)) => match parts.get(index as usize) {
                Some(tree) => Lvalue::Ssa(tree.clone()),
                None => {
                    self.internal_error("a constituent index is out of range");
                    Lvalue::Value(Rvalue::void())
                }
            },
            Lvalue::Memory(memory) if member => Lvalue::Memory(self.member(memory, index)),
            Lvalue::Value(value) => Lvalue::Value(self.constituent(&value, index)),
            other => {
                let value = self.read_lvalue(&other);
                Lvalue::Value(self.constituent(&value, index))
            }
        }
    }

    /// Evaluates `base[index]`, which has type `ty`.
    fn index_lvalue(&mut self, base: ExprHandle, index: ExprHandle, ty: Type) -> Lvalue {
        let base_type = self.body.exprs[base].ty;
        if let ExprKind::Const(constant) = self.body.exprs[base].kind
            && self.known_bits(index).is_none()
            && !is_vector(self.kind(base_type))
        {
            let memory = self.constant_array(constant, base_type);
            let index = self.index(index);
            return Lvalue::Memory(self.element(memory, index, ty));
        }
        let lvalue = self.lvalue(base);
        let known = self.known_bits(index);
        let index = match &lvalue {
            Lvalue::Memory(memory) => self.index_into(memory, index),
            _ => self.index(index),
        };
        let vector = is_vector(self.kind(base_type));
        // Elements of a cooperative matrix can be accessed only in memory.
        let known = known.filter(|_| !matches!(self.kind(base_type), TypeKind::CoopMatrix(_)));
        match (lvalue, known) {
            // A vector of one component is a scalar in the IR.
            (Lvalue::Memory(memory), _) if matches!(self.kind(base_type), TypeKind::Vector(1, _)) => {
                Lvalue::Memory(Memory { ty, ..memory })
            }
            (lvalue, _) if matches!(self.kind(base_type), TypeKind::Vector(1, _)) => lvalue,
            (Lvalue::Memory(memory), _) if self.is_packed_half(&memory) => {
                Lvalue::Component(Box::new(Lvalue::Memory(memory)), index)
            }
            (Lvalue::Memory(memory), _) => {
                let row_major = memory.rules.is_some_and(|rules| rules.row_major);
                match self.kind(base_type) {
                    TypeKind::Matrix { .. } if row_major => Lvalue::Column(memory, index),
                    _ => Lvalue::Memory(self.element(memory, index, ty)),
                }
            }
            (Lvalue::Column(matrix, column), _) => {
                Lvalue::Memory(self.row_major_component(matrix, column, index, ty))
            }
            (lvalue, _) if vector => Lvalue::Component(Box::new(lvalue), index),
            (lvalue, Some(number)) => {
                self.lvalue_constituent(lvalue, u32::try_from(number).unwrap_or(u32::MAX), false)
            }
            // A temporary, such as a function's result, is stored to memory so that it can be indexed
            // dynamically.
            (lvalue, None) => {
                let value = self.read_lvalue(&lvalue);
                let storage = self.function_variable("indexed".to_string(), base_type);
                let memory = self.local_memory(storage, base_type);
                self.store(memory, &value);
                Lvalue::Memory(self.element(memory, index, ty))
            }
        }
    }

    /// Returns the lvalue of a swizzle of type `ty`. `scalar` is set if `base` is a scalar.
    fn swizzle_lvalue(&mut self, base: Lvalue, components: Vec<u8>, scalar: bool, ty: Type) -> Lvalue {
        match (&base, &components[..]) {
            (_, [_]) if scalar => base,
            (Lvalue::Memory(memory), &[component]) if !self.is_packed_half(memory) => {
                let index = self.b.i32(component.into());
                Lvalue::Memory(self.element(*memory, index, ty))
            }
            (Lvalue::Column(matrix, column), &[component]) => {
                let row = self.b.i32(component.into());
                Lvalue::Memory(self.row_major_component(*matrix, *column, row, ty))
            }
            (_, &[component]) => {
                let index = self.b.i32(component.into());
                Lvalue::Component(Box::new(base), index)
            }
            // A swizzle of a swizzle.
            (Lvalue::Components(inner, chosen), _) => {
                let components =
                    components.iter().filter_map(|&k| chosen.get(usize::from(k)).copied()).collect();
                Lvalue::Components(inner.clone(), components)
            }
            _ => Lvalue::Components(Box::new(base), components),
        }
    }

    /// Returns the memory that a buffer reference or pointer points to.
    pub(in crate::lower) fn dereference(&mut self, from: Type, address: Value) -> Memory {
        let (ty, rules, align) = match *self.kind(from) {
            TypeKind::Reference(id) => {
                let ty = self.find_type(&TypeKind::Struct(id));
                let (layout, align) = self.reference_layout(id);
                (ty, Rules { layout, row_major: false }, align)
            }
            TypeKind::Pointer(to) => {
                let rules = Rules::POINTER;
                let context = self.module.layout_context();
                (to, rules, self.module.layouts.extent(context, to, rules).align)
            }
            _ => {
                self.internal_error("a dereference of a type that is not an address");
                return Memory::plain(Base::Pointer(address), from);
            }
        };
        let to = self.memory_type(ty, Some(rules));
        let pointer = self.b.types.pointer(Space::PhysicalStorageBuffer, to);
        let pointer = self.b.inst_with_type(Op::PhysicalAddr, Imm::None, &[address], pointer);
        Memory {
            base: Base::Pointer(pointer),
            ty,
            rules: Some(rules),
            align: align.max(1),
            volatile: false,
            coherent: false,
        }
    }

    /// Returns the layout and alignment of the block of a buffer reference.
    pub(in crate::lower) fn reference_layout(&mut self, id: StructId) -> (Layout, u32) {
        let def = self.module.program.types.get_struct(id);
        def.map_or((Layout::Std430, 16), |def| (def.layout.unwrap_or(Layout::Std430), def.align))
    }

    /// Reads an lvalue.
    pub(in crate::lower) fn read_lvalue(&mut self, lvalue: &Lvalue) -> Rvalue {
        match lvalue {
            Lvalue::Ssa(tree) => self.read_ssa(tree),
            Lvalue::Memory(memory) => self.load(*memory),
            Lvalue::Column(matrix, column) => self.read_column(*matrix, *column),
            Lvalue::Component(base, index) => {
                let vector = self.read_lvalue(base);
                let vector = self.single(&vector);
                self.component_at(vector, *index).into()
            }
            Lvalue::Components(base, components) => {
                let vector = self.read_lvalue(base);
                let vector = self.single(&vector);
                self.shuffle(vector, components).into()
            }
            Lvalue::Value(value) => value.clone(),
        }
    }

    /// Returns the index of a component if it is constant. A vector whose length is a specialization constant is
    /// always indexed dynamically, because specialization may give it fewer components than a
    /// constant index requires.
    fn known_component(&self, vector: Value, index: Value) -> Option<u32> {
        let ty = self.b.func.ty(vector);
        let specialized = self.b.types.id_vector(ty).is_some() && self.id_vector_components(ty).is_none();
        let known = self.b.func.as_bits(index).filter(|_| !specialized)?;
        Some(u32::try_from(known).unwrap_or(u32::MAX))
    }

    /// Reads a component at an index that may not be constant.
    pub(in crate::lower) fn component_at(&mut self, vector: Value, index: Value) -> Value {
        let ty = self.b.types.scalar(self.b.func.ty(vector));
        match self.known_component(vector, index) {
            Some(known) => self.component(vector, known),
            None => self.b.inst_with_type(Op::ExtractDynamic, Imm::None, &[vector, index], ty),
        }
    }

    /// Swizzles a vector or scalar.
    pub(in crate::lower) fn shuffle(&mut self, vector: Value, components: &[u8]) -> Value {
        let count = self.b.types.components(self.b.func.ty(vector));
        if usize::from(count) == components.len()
            && components.iter().enumerate().all(|(i, &k)| i == usize::from(k))
        {
            return vector;
        }
        let parts: Vec<Value> = components.iter().map(|&k| self.component(vector, k.into())).collect();
        self.vector(&parts)
    }

    /// Reads a column of a row-major matrix.
    fn read_column(&mut self, matrix: Memory, column: Value) -> Rvalue {
        let TypeKind::Matrix { rows, .. } = *self.kind(matrix.ty) else { return Rvalue::void() };
        let ty = self.component_type(matrix.ty);
        let parts: Vec<Value> = (0..rows as u32)
            .map(|row| {
                let row = self.b.i32(row);
                let lvalue = self.row_major_component(matrix, column, row, ty);
                let value = self.load(lvalue);
                self.single(&value)
            })
            .collect();
        self.b.construct(&parts).into()
    }

    /// Writes an lvalue.
    pub(in crate::lower) fn write_lvalue(&mut self, lvalue: &Lvalue, value: &Rvalue) {
        match lvalue {
            Lvalue::Ssa(tree) => self.write_ssa(tree, value),
            Lvalue::Memory(memory) => self.store(*memory, value),
            Lvalue::Column(matrix, column) => {
                let TypeKind::Matrix { rows, .. } = *self.kind(matrix.ty) else { return };
                let components: Vec<u8> = (0..rows as u8).collect();
                let vector = self.single(value);
                self.write_column(*matrix, *column, &components, vector);
            }
            Lvalue::Component(base, index) => {
                let component = self.single(value);
                if let Lvalue::Memory(memory) = &**base
                    && self.is_packed_half(memory)
                {
                    return self.store_half(*memory, *index, component);
                }
                let vector = self.read_lvalue(base);
                let vector = self.single(&vector);
                let vector = match self.known_component(vector, *index) {
                    Some(index) => self.b.op_imm(Op::Insert, Imm::Index(index), &[vector, component]),
                    None => self.b.op(Op::InsertDynamic, &[vector, component, *index]),
                };
                self.write_lvalue(base, &vector.into());
            }
            Lvalue::Components(base, components) => {
                let value = self.single(value);
                self.write_components(base, components, value);
            }
            Lvalue::Value(_) => self.internal_error("an assignment to a value that is not an lvalue"),
        }
    }

    /// Writes a swizzle. In memory only the selected components are stored, because other invocations may
    /// write the other components at the same time.
    fn write_components(&mut self, base: &Lvalue, components: &[u8], value: Value) {
        match base {
            Lvalue::Memory(memory) => {
                let ty = self.component_type(memory.ty);
                for (from, &to) in components.iter().enumerate() {
                    let component = self.component(value, from as u32);
                    let index = self.b.i32(to.into());
                    if self.is_packed_half(memory) {
                        self.store_half(*memory, index, component);
                        continue;
                    }
                    let lvalue = self.element(*memory, index, ty);
                    self.store(lvalue, &component.into());
                }
            }
            Lvalue::Column(matrix, column) => self.write_column(*matrix, *column, components, value),
            _ => {
                let vector = self.read_lvalue(base);
                let vector = self.single(&vector);
                let mut parts = self.components(vector);
                for (from, &to) in components.iter().enumerate() {
                    let component = self.component(value, from as u32);
                    if let Some(slot) = parts.get_mut(usize::from(to)) {
                        *slot = component;
                    }
                }
                let vector = self.vector(&parts);
                self.write_lvalue(base, &vector.into());
            }
        }
    }

    /// Writes components of a column of a row-major matrix: component i of `value` to row `rows[i]`.
    fn write_column(&mut self, matrix: Memory, column: Value, rows: &[u8], value: Value) {
        let ty = self.component_type(matrix.ty);
        for (from, &row) in rows.iter().enumerate() {
            let component = self.component(value, from as u32);
            let row = self.b.i32(row.into());
            let lvalue = self.row_major_component(matrix, column, row, ty);
            self.store(lvalue, &component.into());
        }
    }

    /// Evaluates an index and converts it to 32 bits.
    pub(in crate::lower) fn index(&mut self, index: ExprHandle) -> Value {
        let index = self.whole_index(index);
        self.index32(index)
    }

    /// Evaluates the index of an element in memory. Indices of arrays in buffers keep 64 bits, because such
    /// arrays can have more than 2^32 elements (GL_EXT_shader_64bit_indexing).
    pub(in crate::lower) fn index_into(&mut self, memory: &Memory, index: ExprHandle) -> Value {
        let (ty, index) = (self.body.exprs[index].ty, self.whole_index(index));
        let is_array = matches!(self.kind(memory.ty), TypeKind::Array(..));
        if !is_array || !self.is_large(memory) {
            return self.index32(index);
        }
        // SPIR-V access chains treat indices as signed, so `#pragma promote_uint32_indices` zero-extends unsigned
        // 32-bit indices.
        let unsigned = *self.kind(ty) == TypeKind::Scalar(crate::types::scalar::U32);
        if unsigned && self.module.program.promotes_indices {
            return self.b.inst_with_type(Op::ZExt, Imm::None, &[index], Types::I64);
        }
        index
    }

    /// Evaluates an index and extends it to at least 32 bits.
    pub(in crate::lower) fn whole_index(&mut self, index: ExprHandle) -> Value {
        let ty = self.body.exprs[index].ty;
        let value = self.value(index);
        match self.b.types.scalar_bits(self.b.func.ty(value)) {
            Some(8 | 16) => {
                let signed =
                    matches!(self.kind(ty), TypeKind::Scalar(s) if s.kind == crate::types::ScalarKind::Sint);
                self.b.inst_with_type(
                    if signed { Op::SExt } else { Op::ZExt },
                    Imm::None,
                    &[value],
                    Types::I32,
                )
            }
            _ => value,
        }
    }

    /// Evaluates an lvalue that must be in memory, for operations that need a pointer.
    pub(in crate::lower) fn memory_of(&mut self, e: ExprHandle) -> Option<Memory> {
        match self.lvalue(e) {
            Lvalue::Memory(memory) => Some(memory),
            _ => {
                self.internal_error("an lvalue in memory is expected");
                None
            }
        }
    }
}

/// Returns whether a type is a vector or cooperative vector.
fn is_vector(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Vector(..) | TypeKind::SpecVector(..) | TypeKind::CoopVector(_))
}
