//! Builders for control flow and local arrays in generated functions.

use nvc_ir::function::{Args, Hint, LocalData};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::{Block, Builder, Op, Space, Target, Terminator, Type, Types, Value};

/// Emits a loop that counts from 0 to `count - 1` and updates accumulators. `step` computes their next values from the counter
/// and the current values. Returns the final values. Emits `step` without a loop if `count` is the constant 1.
///
/// A loop with accumulators gets the hint not to unroll: it is nested in another loop, and drivers that unroll both take
/// seconds to compile a product.
pub(super) fn fold(
    b: &mut Builder<'_>,
    count: Value,
    start: &[Value],
    step: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let (zero, one) = (b.i32(0), b.i32(1));
    if b.func.as_bits(count) == Some(1) {
        return step(b, zero, start);
    }
    let [header, body, work, cont, after]: [Block; 5] = std::array::from_fn(|_| b.func.new_block());
    let to = |first: Value, rest: &[Value]| {
        let mut args = Args::from_slice(&[first]);
        args.extend_from_slice(rest);
        Terminator::Jump(Target { block: header, args })
    };
    b.terminate(to(zero, start));
    b.enter(header);
    let number = b.func.add_param(header, Types::I32);
    let types: Vec<Type> = start.iter().map(|&value| b.func.ty(value)).collect();
    let current: Vec<Value> = types.into_iter().map(|ty| b.func.add_param(header, ty)).collect();
    b.terminate(Terminator::Loop { body: Target::new(body), merge: after, cont });
    if !start.is_empty() {
        b.func.blocks[header].hint = Hint::Keep;
    }
    b.enter(body);
    let cond = b.op(Op::ULt, &[number, count]);
    let (then, otherwise) = (Target::new(work), Target::new(after));
    b.terminate(Terminator::Branch { cond, then, otherwise, merge: work });
    b.enter(work);
    let next = step(b, number, &current);
    b.jump(cont);
    b.enter(cont);
    let following = b.op(Op::IAdd, &[number, one]);
    b.terminate(to(following, &next));
    b.enter(after);
    current
}

/// Emits a loop that counts from 0 to `count - 1`.
pub(super) fn for_each(b: &mut Builder<'_>, count: Value, body: impl FnOnce(&mut Builder<'_>, Value)) {
    fold(b, count, &[], |b, number, _| {
        body(b, number);
        Vec::new()
    });
}

/// Emits code under a condition.
pub(super) fn when(b: &mut Builder<'_>, cond: Value, body: impl FnOnce(&mut Builder<'_>)) {
    let [then, after]: [Block; 2] = std::array::from_fn(|_| b.func.new_block());
    let (target, otherwise) = (Target::new(then), Target::new(after));
    b.terminate(Terminator::Branch { cond, then: target, otherwise, merge: after });
    b.enter(then);
    body(b);
    b.jump(after);
    b.enter(after);
}

/// An array in function storage.
#[derive(Clone, Copy)]
pub(super) struct Array {
    address: Value,
    element: Type,
    ty: Type,
}

impl Array {
    /// Declares a local array of type `ty`.
    pub fn new(b: &mut Builder<'_>, ty: Type, element: Type) -> Self {
        let local = b.func.locals.push(LocalData { name: String::new(), ty });
        Array { address: b.local_addr(local), element, ty }
    }

    /// Declares a local array and initializes it with `value`.
    pub fn of(b: &mut Builder<'_>, value: Value, element: Type) -> Self {
        let ty = b.func.ty(value);
        let array = Array::new(b, ty, element);
        b.effect(Op::Store, ACCESS, &[array.address, value]);
        array
    }

    fn at(&self, b: &mut Builder<'_>, index: Value) -> Value {
        let pointer = b.types.pointer(Space::Function, self.element);
        b.inst_with_type(Op::AccessChain, Imm::None, &[self.address, index], pointer)
    }

    pub fn load(&self, b: &mut Builder<'_>, index: Value) -> Value {
        let pointer = self.at(b, index);
        b.inst_with_type(Op::Load, ACCESS, &[pointer], self.element)
    }

    pub fn store(&self, b: &mut Builder<'_>, index: Value, value: Value) {
        let pointer = self.at(b, index);
        b.effect(Op::Store, ACCESS, &[pointer, value]);
    }

    /// Loads the whole array.
    pub fn value(&self, b: &mut Builder<'_>) -> Value {
        b.inst_with_type(Op::Load, ACCESS, &[self.address], self.ty)
    }
}

/// The access operand of loads and stores: neither volatile nor coherent, default alignment.
pub(super) const ACCESS: Imm = Imm::Access(Access { align: 0, volatile: false, coherent: false });
