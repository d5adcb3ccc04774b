//! Lowers cooperative vector functions (GL_NV_cooperative_vector).

use crate::builtins::operation::CoopVectorFunction as F;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::memory::Base;
use crate::lower::types::component;
use crate::lower::values::rvalue::Rvalue;
use crate::types::ScalarKind;
use nvc_ir::coop_vector::ProductSigns;
use nvc_ir::imm::{Access, Imm};
use nvc_ir::{Op, Value};

/// Alignment of a vector in memory in bytes. The program must guarantee it.
const ALIGN: u32 = 16;

impl Lowerer<'_, '_> {
    /// Lowers a function on cooperative vectors.
    pub(super) fn vector_function(&mut self, function: F, args: &[ExprHandle]) -> Rvalue {
        match (function, args) {
            (F::Load, &[vector, array, offset]) => {
                let ty = self.value_type(self.body.exprs[vector].ty);
                let Some((pointer, access)) = self.array_pointer(array) else { return Rvalue::void() };
                let offset = self.value(offset);
                let value =
                    self.b.inst_with_type(Op::CoopVecLoad, Imm::Access(access), &[pointer, offset], ty);
                self.write_out(vector, value);
            }
            (F::Store, &[vector, array, offset]) => {
                let value = self.value(vector);
                let Some((pointer, access)) = self.array_pointer(array) else { return Rvalue::void() };
                let offset = self.value(offset);
                self.b.effect(Op::CoopVecStore, Imm::Access(access), &[pointer, offset, value]);
            }
            (F::ReduceSum, &[vector, array, offset]) => {
                let value = self.value(vector);
                let Some((pointer, _)) = self.array_pointer(array) else { return Rvalue::void() };
                let offset = self.value(offset);
                self.b.effect(Op::CoopVecReduceSum, Imm::None, &[pointer, offset, value]);
            }
            (F::OuterProduct, &[left, right, array, offset, stride, layout, interpretation]) => {
                let (left, right) = (self.value(left), self.value(right));
                let Some((pointer, _)) = self.array_pointer(array) else { return Rvalue::void() };
                let [offset, stride, layout, interpretation] =
                    [offset, stride, layout, interpretation].map(|arg| self.value(arg));
                let operands = [pointer, offset, left, right, layout, interpretation, stride];
                self.b.effect(Op::CoopVecOuterProduct, Imm::None, &operands);
            }
            (F::MatMul, &[result, input, ref rest @ ..]) => {
                self.product(Op::CoopVecMatMul, [result, input], rest)
            }
            (F::MatMulAdd, &[result, input, ref rest @ ..]) => {
                self.product(Op::CoopVecMatMulAdd, [result, input], rest);
            }
            _ => self.internal_error("unexpected arguments of a cooperative vector function"),
        }
        Rvalue::void()
    }

    /// Lowers a matrix-vector product. Arguments are evaluated in source order.
    fn product(&mut self, op: Op, [result, input]: [ExprHandle; 2], rest: &[ExprHandle]) {
        let signs = ProductSigns { input: self.is_signed(input), result: self.is_signed(result) };
        let input = self.value(input);
        let Some((&input_type, rest)) = rest.split_first() else { return };
        let input_type = self.value(input_type);
        // The matrix and the bias have three arguments each: array, offset, interpretation.
        let places = if op == Op::CoopVecMatMul { 1 } else { 2 };
        let (arrays, rest) = rest.split_at(rest.len().min(3 * places));
        let (mut operands, mut types) = (Vec::new(), vec![input_type]);
        for arguments in arrays.chunks(3) {
            let &[array, offset, interpretation] = arguments else { return };
            let Some((pointer, _)) = self.array_pointer(array) else { return };
            operands.extend([pointer, self.value(offset)]);
            types.push(self.value(interpretation));
        }
        operands.push(input);
        operands.append(&mut types);
        operands.extend(rest.iter().map(|&arg| self.value(arg)).collect::<Vec<_>>());
        let ty = self.value_type(self.body.exprs[result].ty);
        let value = self.b.inst_with_type(op, Imm::Product(signs), &operands, ty);
        self.write_out(result, value);
    }

    fn is_signed(&self, vector: ExprHandle) -> bool {
        component(self.kind(self.body.exprs[vector].ty)).is_some_and(|scalar| scalar.kind == ScalarKind::Sint)
    }

    /// Returns a pointer to an array in memory, and the qualifiers of accesses to the array.
    fn array_pointer(&mut self, array: ExprHandle) -> Option<(Value, Access)> {
        let memory = self.memory_of(array)?;
        let Base::Pointer(pointer) = memory.base else { return None };
        Some((pointer, Access { align: ALIGN, volatile: memory.volatile, coherent: memory.coherent }))
    }
}
