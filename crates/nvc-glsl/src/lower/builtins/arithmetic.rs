//! Arithmetic functions without a counterpart in naga: `mod`, carries, extended products, integer dot products.

use crate::builtins::operation::Arithmetic;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::types::component;
use crate::lower::values::rvalue::Rvalue;
use crate::types::Type;
use naga::ScalarKind as K;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Value};

impl Lowerer<'_, '_> {
    pub(super) fn arithmetic(&mut self, function: Arithmetic, args: &[ExprHandle], ty: Type) -> Rvalue {
        match function {
            Arithmetic::Modulo => {
                let [x, y] = self.values(args);
                let [x, y] = self.splat_all([x, y]);
                let quotient = self.b.op(Op::FDiv, &[x, y]);
                let whole = self.b.op(Op::Floor, &[quotient]);
                let part = self.b.op(Op::FMul, &[y, whole]);
                self.b.op(Op::FSub, &[x, part]).into()
            }
            Arithmetic::Select => {
                let [x, y, choose] = self.values(args);
                self.b.op(Op::Select, &[choose, y, x]).into()
            }
            Arithmetic::Not => {
                let [x] = self.values(args);
                self.b.op(Op::Not, &[x]).into()
            }
            Arithmetic::AddCarry => self.with_carry(args, true),
            Arithmetic::SubBorrow => self.with_carry(args, false),
            Arithmetic::MulExtended => self.mul_extended(args),
            Arithmetic::MatrixCompMult => self.matrix_comp_mult(args, ty),
            Arithmetic::Dot | Arithmetic::DotPacked => self.integer_dot(function, args, ty),
        }
    }

    /// `uaddCarry` and `usubBorrow`: the carry or borrow is written to the third argument.
    fn with_carry(&mut self, args: &[ExprHandle], sum: bool) -> Rvalue {
        let &[a, b, out] = args else { return Rvalue::void() };
        let (a, b) = (self.value(a), self.value(b));
        let result = self.b.op(if sum { Op::IAdd } else { Op::ISub }, &[a, b]);
        let carry = self.b.op(Op::ULt, &if sum { [result, a] } else { [a, b] });
        let carry = self.bool_as_int(carry);
        self.write_out(out, carry);
        result.into()
    }

    fn mul_extended(&mut self, args: &[ExprHandle]) -> Rvalue {
        let &[a, b, high, low] = args else { return Rvalue::void() };
        let signed = self.argument_kind(args, 0) == K::Sint;
        let (a, b) = (self.value(a), self.value(b));
        let upper = self.b.op(if signed { Op::SMulHi } else { Op::UMulHi }, &[a, b]);
        let lower = self.b.op(Op::IMul, &[a, b]);
        self.write_out(high, upper);
        self.write_out(low, lower);
        Rvalue::void()
    }

    fn matrix_comp_mult(&mut self, args: &[ExprHandle], ty: Type) -> Rvalue {
        let &[a, b] = args else { return Rvalue::void() };
        let (columns, _) = self.matrix_size(ty);
        let (a, b) = (self.expr(a), self.expr(b));
        let (a, b) = (self.columns(&a, columns), self.columns(&b, columns));
        let columns: Vec<Value> = a.into_iter().zip(b).map(|(a, b)| self.b.op(Op::FMul, &[a, b])).collect();
        Self::matrix(columns)
    }

    /// Integer dot products: components are extended by their own signedness, and the products summed. If there
    /// is a third argument, the sum is added to it with saturation.
    fn integer_dot(&mut self, function: Arithmetic, args: &[ExprHandle], ty: Type) -> Rvalue {
        let &[first, second, ref rest @ ..] = args else { return Rvalue::void() };
        let Some(result) = component(self.kind(ty)) else { return Rvalue::void() };
        let mut sides = [Vec::new(), Vec::new()];
        for (side, (index, arg)) in sides.iter_mut().zip([(0, first), (1, second)]) {
            let signed = self.argument_kind(args, index) == K::Sint;
            let value = self.value(arg);
            let parts = match function {
                Arithmetic::DotPacked => self.unpack_bytes(value, signed),
                _ => self.components(value),
            };
            let bits = result.width * 8;
            let wide = nvc_ir::Types::int(bits);
            *side = parts
                .into_iter()
                .map(|part| {
                    let same = self.b.func.ty(part) == wide;
                    let op = if signed { Op::SExt } else { Op::ZExt };
                    if same { part } else { self.b.inst_with_type(op, Imm::None, &[part], wide) }
                })
                .collect();
        }
        let [left, right] = sides;
        let mut sum: Option<Value> = None;
        for (a, b) in left.into_iter().zip(right) {
            let product = self.b.op(Op::IMul, &[a, b]);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.b.op(Op::IAdd, &[sum, product]),
            });
        }
        let Some(sum) = sum else { return Rvalue::void() };
        match rest.first() {
            None => sum.into(),
            Some(&addend) => {
                let addend = self.value(addend);
                self.add_saturated(sum, addend, result.kind == K::Sint).into()
            }
        }
    }

    fn unpack_bytes(&mut self, word: Value, signed: bool) -> Vec<Value> {
        let op = if signed { Op::SBfe } else { Op::UBfe };
        (0..4)
            .map(|k| {
                let (offset, count) = (self.b.i32(k * 8), self.b.i32(8));
                self.b.op(op, &[word, offset, count])
            })
            .collect()
    }

    /// Saturating addition.
    fn add_saturated(&mut self, a: Value, b: Value, signed: bool) -> Value {
        let ty = self.b.func.ty(a);
        let bits = u32::from(self.b.types.scalar_bits(ty).unwrap_or(32));
        let sum = self.b.op(Op::IAdd, &[a, b]);
        if !signed {
            let over = self.b.op(Op::ULt, &[sum, a]);
            let top = self.bits_of(ty, u64::MAX);
            return self.b.op(Op::Select, &[over, top, sum]);
        }
        // It overflows if both operands have the same sign and the sum does not; it saturates to that sign.
        let (x, y) = (self.b.op(Op::Xor, &[sum, a]), self.b.op(Op::Xor, &[sum, b]));
        let both = self.b.op(Op::And, &[x, y]);
        let zero = self.bits_of(ty, 0);
        let over = self.b.op(Op::SLt, &[both, zero]);
        let shift = self.bits_of(ty, u64::from(bits - 1));
        let sign = self.b.op(Op::AShr, &[a, shift]);
        let top = self.bits_of(ty, u64::MAX >> (65 - bits));
        let end = self.b.op(Op::Xor, &[sign, top]);
        self.b.op(Op::Select, &[over, end, sum])
    }
}
