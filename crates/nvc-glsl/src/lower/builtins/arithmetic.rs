//! Lowers arithmetic functions without a counterpart in naga, such as `mod`, `uaddCarry`, `umulExtended` and
//! integer dot products.

use crate::builtins::operation::Arithmetic;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::types::component;
use crate::lower::values::rvalue::Rvalue;
use crate::types::{ScalarKind as K, Type};
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Value};

impl Lowerer<'_, '_> {
    /// Lowers `min3`, `max3` and `mid3` (GL_AMD_shader_trinary_minmax).
    fn of_three(&mut self, function: Arithmetic, args: &[ExprHandle]) -> Value {
        let (min, max) = match self.argument_kind(args, 0) {
            K::Float => (Op::FMin, Op::FMax),
            K::Sint => (Op::SMin, Op::SMax),
            _ => (Op::UMin, Op::UMax),
        };
        let [x, y, z] = self.values(args);
        let op = if function == Arithmetic::Max3 { max } else { min };
        let first = self.b.op(op, &[x, y]);
        if function != Arithmetic::Mid3 {
            return self.b.op(op, &[first, z]);
        }
        let larger = self.b.op(max, &[x, y]);
        let rest = self.b.op(min, &[larger, z]);
        self.b.op(max, &[first, rest])
    }

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
            Arithmetic::Min3 | Arithmetic::Max3 | Arithmetic::Mid3 => self.of_three(function, args).into(),
            Arithmetic::Not => {
                let [x] = self.values(args);
                self.b.op(Op::Not, &[x]).into()
            }
            Arithmetic::AddCarry => self.with_carry(args, true),
            Arithmetic::SubBorrow => self.with_carry(args, false),
            Arithmetic::MulExtended => self.mul_extended(args),
            Arithmetic::MatrixCompMult => self.matrix_comp_mult(args, ty),
            Arithmetic::Dot | Arithmetic::DotPacked => self.integer_dot(args, ty),
        }
    }

    /// Lowers `uaddCarry` if `sum` is set, else `usubBorrow`. The carry or borrow is written to the third
    /// argument.
    fn with_carry(&mut self, args: &[ExprHandle], sum: bool) -> Rvalue {
        let &[a, b, out] = args else { return Rvalue::void() };
        let (a, b) = (self.value(a), self.value(b));
        let result = self.b.op(if sum { Op::IAdd } else { Op::ISub }, &[a, b]);
        let carry = self.b.op(Op::ULt, &if sum { [result, a] } else { [a, b] });
        let carry = self.bool_to(carry, self.b.func.ty(result), 1);
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

    /// Lowers integer dot products. A third argument is added with saturation.
    fn integer_dot(&mut self, args: &[ExprHandle], ty: Type) -> Rvalue {
        let &[first, second, ref rest @ ..] = args else { return Rvalue::void() };
        let Some(result) = component(self.kind(ty)) else { return Rvalue::void() };
        let signs = [0, 1].map(|index| self.argument_kind(args, index) == K::Sint);
        let (x, y) = (self.value(first), self.value(second));
        let (op, saturated) = match signs {
            [true, true] => (Op::SDot, Op::SDotAccSat),
            [false, false] => (Op::UDot, Op::UDotAccSat),
            _ => (Op::SUDot, Op::SUDotAccSat),
        };
        // IR operations with mixed signedness take the signed factor first.
        let mut operands = if signs == [false, true] { vec![y, x] } else { vec![x, y] };
        operands.extend(rest.first().map(|&addend| self.value(addend)));
        let op = if rest.is_empty() { op } else { saturated };
        self.b.inst_with_type(op, Imm::None, &operands, nvc_ir::Types::int(result.width * 8)).into()
    }
}
