//! Lowers set-on-comparison instructions. TRUE is 1.0, -1 or all ones, depending on the type; FALSE is 0
//! (NV_gpu_program4 §2.X.8).

use crate::lower::{Lowerer, ir_type};
use crate::modifier::{BaseType, DataType};
use crate::resolve::Inst;
use crate::table::Opcode;
use nvc_ir::{Op, Value};

/// Returns the IR comparison, and whether its operands are swapped; `None` for STR and SFL, which compare nothing.
fn comparison(opcode: Opcode, base: BaseType) -> Option<(Op, bool)> {
    let [float, signed, unsigned] = match opcode {
        Opcode::Seq => [Op::FEq, Op::IEq, Op::IEq],
        Opcode::Sne => [Op::FNe, Op::INe, Op::INe],
        Opcode::Slt | Opcode::Sgt => [Op::FLt, Op::SLt, Op::ULt],
        Opcode::Sle | Opcode::Sge => [Op::FLe, Op::SLe, Op::ULe],
        _ => return None,
    };
    let op = match base {
        BaseType::Float => float,
        BaseType::Signed => signed,
        BaseType::Unsigned => unsigned,
    };
    Some((op, matches!(opcode, Opcode::Sgt | Opcode::Sge)))
}

impl Lowerer<'_> {
    /// Lowers the `Compare` family.
    pub(in crate::lower) fn compare(&mut self, inst: &Inst) {
        let [a, b] = inst.srcs else { return };
        self.each_lane(inst, inst.ty, |this, k| {
            let condition = match comparison(inst.opcode, inst.ty.base) {
                None => this.b.bool(inst.opcode == Opcode::Str),
                Some((op, swapped)) => {
                    let (a, b) = (this.read(a, k), this.read(b, k));
                    this.b.op(op, &if swapped { [b, a] } else { [a, b] })
                }
            };
            this.bool_to_number(condition, inst.ty)
        });
    }

    /// Converts a bool to the TRUE or FALSE of a type.
    pub(in crate::lower) fn bool_to_number(&mut self, condition: Value, ty: DataType) -> Value {
        let ir = ir_type(ty);
        let zero = self.b.bits(ir, 0);
        let yes = if ty.is_float() { self.b.float(ir, 1.0) } else { self.b.bits(ir, u64::MAX) };
        self.b.op(Op::Select, &[condition, yes, zero])
    }

    /// Returns whether a number is nonzero. A NaN counts as zero.
    pub(in crate::lower) fn is_nonzero(&mut self, value: Value, ty: DataType) -> Value {
        let zero = self.b.bits(ir_type(ty), 0);
        self.b.op(if ty.is_float() { Op::FOrdNe } else { Op::INe }, &[value, zero])
    }
}
