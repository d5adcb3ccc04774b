//! Places: what can be assigned.

use crate::layout::Rules;
use crate::lower::context::{E, Lowerer};
use crate::lower::context::{Home, Tree};
use crate::lower::memory::{Base, Memory};
use crate::lower::values::rvalue::Val;
use crate::tree::ExprKind;
use crate::types::{Layout, StructId, Type, TypeKind};
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Space, Types, Value};

/// A place, with all indices computed.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Place {
    /// SSA variables, or a part of them.
    Tree(Tree),
    /// Memory.
    Memory(Memory),
    /// A column of a matrix that lies row by row.
    Column(Memory, Value),
    /// A component of a vector, by number.
    Component(Box<Place>, Value),
    /// Components of a vector.
    Components(Box<Place>, Vec<u8>),
    /// No place: a value, which parts are taken of. It cannot be written.
    Value(Val),
}

impl Lowerer<'_, '_> {
    /// The place that an expression is; for others, its value.
    pub(in crate::lower) fn place(&mut self, e: E) -> Place {
        let body = self.body;
        let expr = &body.exprs[e];
        match expr.kind {
            ExprKind::Global(global) => match self.global_memory(global) {
                Some(memory) => Place::Memory(memory),
                None => self.no_value("a descriptor"),
            },
            ExprKind::Local(local) => match self.home(local) {
                Home::Tree(tree) => Place::Tree(tree),
                Home::Memory(storage) => Place::Memory(self.local_memory(storage, expr.ty)),
                Home::Resource(resource) => {
                    self.no_handle(local, &resource);
                    let ty = self.value_type(expr.ty);
                    // What is written there is of no matter: the program is wrong.
                    let tree = self.declare(expr.ty);
                    let undefined = self.b.undef(ty);
                    self.write_tree(&tree, &undefined.into());
                    Place::Tree(tree)
                }
            },
            ExprKind::Member(base, index) => {
                let base = self.place(base);
                self.place_part(base, index, true)
            }
            ExprKind::Index(base, _) if self.s.is_block(body.exprs[base].ty) => self.block_of_array(e),
            ExprKind::Index(base, index) => self.indexed(base, index, expr.ty),
            ExprKind::Swizzle { base, components, count } => {
                let components = components.iter().take(usize::from(count)).copied().collect();
                let scalar = matches!(self.kind(body.exprs[base].ty), TypeKind::Scalar(_));
                let base_place = self.place(base);
                self.swizzled(base_place, components, scalar, expr.ty)
            }
            ExprKind::Deref(address) => {
                let from = body.exprs[address].ty;
                let address = self.value(address);
                Place::Memory(self.pointed_to(from, address))
            }
            ExprKind::NonUniform(base) => self.place(base),
            _ => Place::Value(self.expr(e)),
        }
    }

    fn no_value(&mut self, what: &str) -> Place {
        self.fault(&format!("{what} has no value"));
        Place::Value(self.b.undef(Types::I64).into())
    }

    /// A block of an array of them.
    fn block_of_array(&mut self, e: E) -> Place {
        let ty = self.body.exprs[e].ty;
        let (array, indices) = self.block_indices(e);
        let Place::Memory(memory) = self.place(array) else { return self.no_value("a block") };
        let index = self.flat_index(array, &indices);
        Place::Memory(self.element(memory, index, ty))
    }

    /// The array of blocks that one of them is indexed out of, and the indices from outside in.
    pub(in crate::lower) fn block_indices(&self, e: E) -> (E, Vec<E>) {
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

    /// The number of an element in the flat array that an array of descriptors is, whatever its depth.
    pub(in crate::lower) fn flat_index(&mut self, array: E, indices: &[E]) -> Value {
        let indices: Vec<Value> = indices.iter().map(|&index| self.index(index)).collect();
        self.linear_index(self.body.exprs[array].ty, &indices)
    }

    /// A member, or a column or element by a known number.
    fn place_part(&mut self, base: Place, index: u32, member: bool) -> Place {
        match base {
            Place::Tree(Tree::Parts(parts)) => match parts.get(index as usize) {
                Some(tree) => Place::Tree(tree.clone()),
                None => {
                    self.fault("a part that is not there");
                    Place::Value(Val::void())
                }
            },
            Place::Memory(memory) if member => Place::Memory(self.member(memory, index)),
            Place::Value(value) => Place::Value(self.part(&value, index)),
            other => {
                let value = self.read(&other);
                Place::Value(self.part(&value, index))
            }
        }
    }

    fn indexed(&mut self, base: E, index: E, ty: Type) -> Place {
        let base_type = self.body.exprs[base].ty;
        if let ExprKind::Const(constant) = self.body.exprs[base].kind
            && self.known_bits(index).is_none()
            && !matches!(self.kind(base_type), TypeKind::Vector(..))
        {
            let memory = self.table(constant, base_type);
            let index = self.index(index);
            return Place::Memory(self.element(memory, index, ty));
        }
        let place = self.place(base);
        let known = self.known_bits(index);
        let index = self.index(index);
        let vector = matches!(self.kind(base_type), TypeKind::Vector(..));
        match (place, known) {
            (Place::Memory(memory), _) if self.lies_as_word(&memory) => {
                Place::Component(Box::new(Place::Memory(memory)), index)
            }
            (Place::Memory(memory), _) => {
                let row_major = memory.rules.is_some_and(|rules| rules.row_major);
                match self.kind(base_type) {
                    TypeKind::Matrix { .. } if row_major => Place::Column(memory, index),
                    _ => Place::Memory(self.element(memory, index, ty)),
                }
            }
            (Place::Column(matrix, column), _) => Place::Memory(self.transposed(matrix, column, index, ty)),
            (place, _) if vector => Place::Component(Box::new(place), index),
            (place, Some(number)) => self.place_part(place, u32::try_from(number).unwrap_or(u32::MAX), false),
            // A value that is no variable, such as a function's result: it needs memory to be indexed.
            (place, None) => {
                let value = self.read(&place);
                let storage = self.storage("indexed".to_string(), base_type);
                let memory = self.local_memory(storage, base_type);
                self.store(memory, &value);
                Place::Memory(self.element(memory, index, ty))
            }
        }
    }

    fn swizzled(&mut self, base: Place, components: Vec<u8>, scalar: bool, ty: Type) -> Place {
        match (&base, &components[..]) {
            (_, [_]) if scalar => base,
            (Place::Memory(memory), &[component]) if !self.lies_as_word(memory) => {
                let index = self.b.i32(component.into());
                Place::Memory(self.element(*memory, index, ty))
            }
            (Place::Column(matrix, column), &[component]) => {
                let row = self.b.i32(component.into());
                Place::Memory(self.transposed(*matrix, *column, row, ty))
            }
            (_, &[component]) => {
                let index = self.b.i32(component.into());
                Place::Component(Box::new(base), index)
            }
            // Of components of components, those that are left.
            (Place::Components(inner, chosen), _) => {
                let components =
                    components.iter().filter_map(|&k| chosen.get(usize::from(k)).copied()).collect();
                Place::Components(inner.clone(), components)
            }
            _ => Place::Components(Box::new(base), components),
        }
    }

    /// What an address points to.
    pub(in crate::lower) fn pointed_to(&mut self, from: Type, address: Value) -> Memory {
        let (ty, rules, align) = match *self.kind(from) {
            TypeKind::Reference(id) => {
                let ty = self.find_type(&TypeKind::Struct(id));
                let (layout, align) = self.reference_layout(id);
                (ty, Rules { layout, row_major: false }, align)
            }
            TypeKind::Pointer(to) => {
                let rules = Rules { layout: Layout::Scalar, row_major: false };
                let context = self.s.layout_context();
                (to, rules, self.s.layouts.extent(context, to, rules).align)
            }
            _ => {
                self.fault("an address of another type");
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

    pub(in crate::lower) fn reference_layout(&mut self, id: StructId) -> (Layout, u32) {
        let def = self.s.program.types.get_struct(id);
        def.map_or((Layout::Std430, 16), |def| (def.layout.unwrap_or(Layout::Std430), def.align))
    }

    /// The value of a place.
    pub(in crate::lower) fn read(&mut self, place: &Place) -> Val {
        match place {
            Place::Tree(tree) => self.read_tree(tree),
            Place::Memory(memory) => self.load(*memory),
            Place::Column(matrix, column) => self.read_column(*matrix, *column),
            Place::Component(base, index) => {
                let vector = self.read(base);
                let vector = self.one(&vector);
                self.component_at(vector, *index).into()
            }
            Place::Components(base, components) => {
                let vector = self.read(base);
                let vector = self.one(&vector);
                self.shuffle(vector, components).into()
            }
            Place::Value(value) => value.clone(),
        }
    }

    /// A component by a number that may not be known.
    fn component_at(&mut self, vector: Value, index: Value) -> Value {
        let ty = self.b.types.scalar(self.b.func.ty(vector));
        match self.b.func.as_bits(index) {
            Some(known) => self.component(vector, u32::try_from(known).unwrap_or(u32::MAX)),
            None => self.b.inst_with_type(Op::ExtractDynamic, Imm::None, &[vector, index], ty),
        }
    }

    /// Components of a vector or scalar, by number.
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

    fn read_column(&mut self, matrix: Memory, column: Value) -> Val {
        let TypeKind::Matrix { rows, .. } = *self.kind(matrix.ty) else { return Val::void() };
        let ty = self.component_type(matrix.ty);
        let parts: Vec<Value> = (0..rows as u32)
            .map(|row| {
                let row = self.b.i32(row);
                let place = self.transposed(matrix, column, row, ty);
                let value = self.load(place);
                self.one(&value)
            })
            .collect();
        self.b.construct(&parts).into()
    }

    /// Writes a place.
    pub(in crate::lower) fn write(&mut self, place: &Place, value: &Val) {
        match place {
            Place::Tree(tree) => self.write_tree(tree, value),
            Place::Memory(memory) => self.store(*memory, value),
            Place::Column(matrix, column) => {
                let TypeKind::Matrix { rows, .. } = *self.kind(matrix.ty) else { return };
                let components: Vec<u8> = (0..rows as u8).collect();
                let vector = self.one(value);
                self.write_column(*matrix, *column, &components, vector);
            }
            Place::Component(base, index) => {
                let component = self.one(value);
                if let Place::Memory(memory) = &**base
                    && self.lies_as_word(memory)
                {
                    return self.write_half(*memory, *index, component);
                }
                let vector = self.read(base);
                let vector = self.one(&vector);
                let vector = match self.b.func.as_bits(*index) {
                    Some(known) => {
                        let index = u32::try_from(known).unwrap_or(u32::MAX);
                        self.b.op_imm(Op::Insert, Imm::Index(index), &[vector, component])
                    }
                    None => self.b.op(Op::InsertDynamic, &[vector, component, *index]),
                };
                self.write(base, &vector.into());
            }
            Place::Components(base, components) => {
                let value = self.one(value);
                self.write_components(base, components, value);
            }
            Place::Value(_) => self.fault("an assignment to what is no place"),
        }
    }

    /// Other invocations may write the other components of a vector in memory: only those that are
    /// meant are written.
    fn write_components(&mut self, base: &Place, components: &[u8], value: Value) {
        match base {
            Place::Memory(memory) => {
                let ty = self.component_type(memory.ty);
                for (from, &to) in components.iter().enumerate() {
                    let component = self.component(value, from as u32);
                    let index = self.b.i32(to.into());
                    if self.lies_as_word(memory) {
                        self.write_half(*memory, index, component);
                        continue;
                    }
                    let place = self.element(*memory, index, ty);
                    self.store(place, &component.into());
                }
            }
            Place::Column(matrix, column) => self.write_column(*matrix, *column, components, value),
            _ => {
                let vector = self.read(base);
                let vector = self.one(&vector);
                let mut parts = self.components(vector);
                for (from, &to) in components.iter().enumerate() {
                    let component = self.component(value, from as u32);
                    if let Some(slot) = parts.get_mut(usize::from(to)) {
                        *slot = component;
                    }
                }
                let vector = self.vector(&parts);
                self.write(base, &vector.into());
            }
        }
    }

    fn write_column(&mut self, matrix: Memory, column: Value, rows: &[u8], value: Value) {
        let ty = self.component_type(matrix.ty);
        for (from, &row) in rows.iter().enumerate() {
            let component = self.component(value, from as u32);
            let row = self.b.i32(row.into());
            let place = self.transposed(matrix, column, row, ty);
            self.store(place, &component.into());
        }
    }

    /// An index as a value: narrow ones are widened, wide ones stay for addresses.
    pub(in crate::lower) fn index(&mut self, index: E) -> Value {
        let ty = self.body.exprs[index].ty;
        let value = self.value(index);
        match self.b.types.scalar_bits(self.b.func.ty(value)) {
            Some(8 | 16) => {
                let signed = matches!(self.kind(ty), TypeKind::Scalar(s) if s.kind == naga::ScalarKind::Sint);
                self.b.inst_with_type(
                    if signed { Op::SExt } else { Op::ZExt },
                    Imm::None,
                    &[value],
                    Types::I32,
                )
            }
            _ => self.index32(value),
        }
    }

    /// The memory that a place is, for operations that need a pointer.
    pub(in crate::lower) fn memory_of(&mut self, e: E) -> Option<Memory> {
        match self.place(e) {
            Place::Memory(memory) => Some(memory),
            _ => {
                self.fault("a place in memory is wanted");
                None
            }
        }
    }
}
