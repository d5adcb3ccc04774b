//! Built-in functions: one file for each family of [`Operation`].

mod arithmetic;
pub(super) mod atomic;
mod barrier;
mod cooperative;
mod derivative;
mod geometry;
mod image;
mod math;
mod matrix;
mod offset;
mod other;
mod packed_half;
mod query;
mod subgroup;
mod texture;
mod warp;

use crate::builtins::Operation;
use crate::lower::context::{E, Lowerer};
use crate::lower::values::rvalue::Val;
use crate::types::Type;
use nvc_ir::Op;

impl Lowerer<'_, '_> {
    /// A call of a built-in function with a result of type `ty`.
    pub(super) fn builtin(&mut self, operation: Operation, args: &[E], ty: Type) -> Val {
        match operation {
            Operation::Math(function) => self.math(function, args, ty),
            Operation::Arithmetic(function) => self.arithmetic(function, args, ty),
            Operation::Relational(function) => self.relational(function, args),
            Operation::Compare(op) => self.compare(op, args),
            Operation::Bitcast => {
                let [value] = self.values(args);
                let ty = self.value_type(ty);
                self.b.bitcast(value, ty).into()
            }
            Operation::Texture(access) => self.texture(access, args, ty),
            Operation::Derivative(axis, control) => self.derivative(axis, control, args),
            Operation::TextureQuery(query) => self.texture_query(query, args),
            Operation::Image(function) => self.image(function, args, ty),
            Operation::Atomic(function, semantics) => self.atomic(function, semantics, args, ty),
            Operation::Counter(function) => self.counter(function, args),
            Operation::Barrier(barrier) => self.barrier(barrier),
            Operation::ControlBarrier => self.control_barrier(args),
            Operation::MemoryBarrier => self.memory_barrier(args),
            Operation::Subgroup(function) => self.subgroup(function, args, ty),
            Operation::Warp(function) => self.warp(function, args),
            Operation::Cooperative(function) => self.cooperative(function, args, ty),
            Operation::Clock(scope) => self.clock(scope, ty),
            Operation::DebugPrintf => self.printf(args),
            Operation::NonUniform | Operation::Expect => {
                // The second argument of `expectEXT` is a constant.
                match args.first() {
                    Some(&value) => self.expr(value),
                    None => Val::void(),
                }
            }
            Operation::Assume => {
                for &arg in args {
                    self.expr(arg);
                }
                Val::void()
            }
        }
    }

    /// The values of exactly so many arguments; checking counted them.
    fn values<const N: usize>(&mut self, args: &[E]) -> [nvc_ir::Value; N] {
        let mut args = args.iter();
        std::array::from_fn(|_| match args.next() {
            Some(&arg) => self.value(arg),
            None => {
                self.fault("an argument is missing");
                self.b.i32(0)
            }
        })
    }

    /// Operands as vectors of equal size: scalars beside vectors stand for vectors of them.
    fn splat_all<const N: usize>(&mut self, values: [nvc_ir::Value; N]) -> [nvc_ir::Value; N] {
        let count = values.iter().map(|&v| self.b.types.components(self.b.func.ty(v))).max().unwrap_or(1);
        values.map(|value| self.splat(value, count))
    }

    /// An operation on operands of one type.
    fn op2(&mut self, op: Op, a: nvc_ir::Value, b: nvc_ir::Value) -> nvc_ir::Value {
        let [a, b] = self.splat_all([a, b]);
        self.b.op(op, &[a, b])
    }
}
