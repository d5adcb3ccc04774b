//! Emits loops that copy and compare arrays that are too long to unroll, or whose length is a specialization
//! constant.

use crate::lower::context::Lowerer;
use crate::lower::memory::{Base, Memory};
use crate::lower::values::rvalue::Rvalue;
use crate::types::Type;
use nvc_ir::imm::{Access, Imm};
use nvc_ir::types::{Length, TypeKind};
use nvc_ir::{Const, Op, Type as IrType, Types, Value};

impl Lowerer<'_, '_> {
    /// Emits a loop over the indices of an array; `each` emits its body.
    fn each_index(&mut self, array: IrType, each: &mut dyn FnMut(&mut Self, Value)) {
        let count = match *self.b.types.kind(array) {
            TypeKind::Array { length: Length::Fixed(count), .. } => self.b.i32(count),
            TypeKind::Array { length: Length::Spec(spec), .. } => {
                self.b.func.constant(Types::I32, Const::Spec(spec))
            }
            _ => return self.internal_error("a loop over a type that is not an array"),
        };
        let counter = self.b.declare(Types::I32);
        let zero = self.b.i32(0);
        self.b.write(counter, zero);
        let construct = self.b.begin_loop();
        let index = self.b.read(counter);
        let more = self.b.op(Op::ULt, &[index, count]);
        self.b.leave_unless(more, construct.merge());
        each(self, index);
        if self.b.begin_continue(&construct) {
            let one = self.b.i32(1);
            let next = self.b.op(Op::IAdd, &[index, one]);
            self.b.write(counter, next);
        }
        self.b.end_loop(construct);
    }

    /// Allocates a temporary in function storage.
    fn temporary(&mut self, ty: Type) -> Memory {
        let storage = self.function_variable("copy".to_string(), ty);
        self.local_memory(storage, ty)
    }

    /// Loads an array from memory with explicit layout.
    pub(in crate::lower) fn load_by_loop(&mut self, memory: Memory, element: Type) -> Rvalue {
        let array = self.value_type(memory.ty);
        let copy = self.temporary(memory.ty);
        self.each_index(array, &mut |this, index| {
            let from = this.element(memory, index, element);
            let value = this.load(from);
            let to = this.element(copy, index, element);
            this.store(to, &value);
        });
        self.load(copy)
    }

    /// Stores an array to memory with explicit layout.
    pub(in crate::lower) fn store_by_loop(&mut self, memory: Memory, element: Type, value: &Rvalue) {
        let array = self.value_type(memory.ty);
        let copy = self.temporary(memory.ty);
        let value = self.compose(value, array);
        if let Base::Pointer(pointer) = copy.base {
            self.b.effect(Op::Store, Imm::Access(Access::default()), &[pointer, value]);
        }
        self.each_index(array, &mut |this, index| {
            let from = this.element(copy, index, element);
            let value = this.load(from);
            let to = this.element(memory, index, element);
            this.store(to, &value);
        });
    }

    /// Compares two arrays element by element.
    pub(in crate::lower) fn arrays_equal(
        &mut self,
        ty: Type,
        element: Type,
        a: &Rvalue,
        b: &Rvalue,
    ) -> Value {
        let array = self.value_type(ty);
        let (left, right) = (self.temporary(ty), self.temporary(ty));
        self.store(left, a);
        self.store(right, b);
        let equal = self.b.declare(Types::BOOL);
        let yes = self.b.bool(true);
        self.b.write(equal, yes);
        self.each_index(array, &mut |this, index| {
            let (a, b) = (this.element(left, index, element), this.element(right, index, element));
            let (a, b) = (this.load(a), this.load(b));
            let same = this.equal(element, &a, &b);
            let before = this.b.read(equal);
            let both = this.b.op(Op::And, &[before, same]);
            this.b.write(equal, both);
        });
        self.b.read(equal)
    }
}
