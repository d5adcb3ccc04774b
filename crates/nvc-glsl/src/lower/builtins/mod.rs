//! Lowers calls of built-in functions, one file per family of [`Operation`]. [`math`] has the table of math
//! functions that are a single IR operation.

mod arithmetic;
pub(super) mod atomic;
mod barrier;
mod cooperative;
mod cooperative_vector;
mod derivative;
mod geometry;
mod image;
mod math;
mod matrix;
mod offset;
mod other;
mod packed_half;
mod query;
pub(in crate::lower) mod ray_query;
mod subgroup;
mod tensor;
mod texture;
mod warp;

use crate::builtins::Operation;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::types::Type;
use nvc_ir::Op;
use nvc_ir::imm::Imm;

impl Lowerer<'_, '_> {
    /// Lowers a call of a built-in function with result type `ty`.
    pub(super) fn builtin(&mut self, operation: Operation, args: &[ExprHandle], ty: Type) -> Rvalue {
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
            Operation::BitcastExtract => {
                let [value, offset] = self.values(args);
                let ty = self.value_type(ty);
                self.b.inst_with_type(Op::BitcastExtract, Imm::None, &[value, offset], ty).into()
            }
            Operation::SaturatedConvert => self.saturated_convert(args),
            Operation::Texture(access) => self.texture(access, args, ty),
            Operation::Derivative(axis, control) => self.derivative(axis, control, args),
            Operation::TextureQuery(query) => self.texture_query(query, args),
            Operation::Resident => {
                let [code] = self.values(args);
                self.b.op(Op::TexResident, &[code]).into()
            }
            Operation::Image(function) => self.image(function, args, ty),
            Operation::Atomic(function, semantics) => self.atomic(function, semantics, args, ty),
            Operation::Counter(function) => self.counter(function, args),
            Operation::Barrier(barrier) => self.barrier(barrier),
            Operation::ControlBarrier => self.control_barrier(args),
            Operation::MemoryBarrier => self.memory_barrier(args),
            Operation::SplitBarrier(wait) => self.split_barrier(wait, args),
            Operation::Subgroup(function) => self.subgroup(function, args, ty),
            Operation::Warp(function) => self.warp(function, args),
            Operation::Cooperative(function) => self.cooperative(function, args, ty),
            Operation::CoopVector(function) => self.vector_function(function, args),
            Operation::Tensor(op) => self.tensor(op, args, ty),
            Operation::Clock(scope) => self.clock(scope, ty),
            Operation::RayQuery(opcode) => self.ray_query(opcode, args, ty),
            Operation::Opaque(function) => self.opaque_builtin(function, args, ty),
            Operation::DebugPrintf => self.printf(args),
            Operation::Abort => self.abort(args),
            Operation::NonUniform | Operation::Expect => {
                // Only the first argument is evaluated: the second argument of `expectEXT` is a hint.
                match args.first() {
                    Some(&value) => self.expr(value),
                    None => Rvalue::void(),
                }
            }
            Operation::Assume => {
                for &arg in args {
                    self.expr(arg);
                }
                Rvalue::void()
            }
        }
    }

    /// Evaluates exactly `N` arguments; checking has verified their number.
    fn values<const N: usize>(&mut self, args: &[ExprHandle]) -> [nvc_ir::Value; N] {
        let mut args = args.iter();
        std::array::from_fn(|_| match args.next() {
            Some(&arg) => self.value(arg),
            None => {
                self.internal_error("an argument is missing");
                self.b.i32(0)
            }
        })
    }

    /// Splats scalar operands to the size of the vector operands, which all have the same size.
    pub(in crate::lower) fn splat_all<const N: usize>(
        &mut self,
        values: [nvc_ir::Value; N],
    ) -> [nvc_ir::Value; N] {
        let vector = values.iter().map(|&value| self.b.func.ty(value)).find(|&ty| self.is_vector(ty));
        match vector {
            Some(ty) => values.map(|value| self.splat_like(value, ty)),
            None => values,
        }
    }

    /// Emits a binary operation; a scalar operand is splatted.
    fn op2(&mut self, op: Op, a: nvc_ir::Value, b: nvc_ir::Value) -> nvc_ir::Value {
        let [a, b] = self.splat_all([a, b]);
        self.b.op(op, &[a, b])
    }
}
