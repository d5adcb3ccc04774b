//! Lowers MOV, SWZ and the `Arithmetic` family: ABS, sums, products, quotients, minimum and maximum of floats and integers,
//! CMP, and the integer instructions MOD and SAD (NV_gpu_program4 §2.X.8).

mod bits;
mod compare;
mod convert;
mod float;
mod pack;

use crate::lower::operands::result::{Carry, Lane};
use crate::lower::operands::without_modifiers;
use crate::lower::{Lowerer, U32, ir_type};
use crate::modifier::{BaseType, DataType, Multiply};
use crate::resolve::{Access, ExtSource, Inst, Src};
use crate::table::Opcode;
use nvc_ir::{Op, Value};

/// Returns the IR operation of a two-operand instruction on a base type; `None` for integer sums, differences, quotients
/// and remainders, which have functions of their own below.
fn binary(opcode: Opcode, base: BaseType) -> Option<Op> {
    use BaseType::{Float, Signed, Unsigned};
    Some(match (opcode, base) {
        (Opcode::Add, Float) => Op::FAdd,
        (Opcode::Sub, Float) => Op::FSub,
        (Opcode::Mul, Float) => Op::FMul,
        (Opcode::Mul, _) => Op::IMul,
        (Opcode::Div, Float) => Op::FDiv,
        // As in the hardware, if one operand is a NaN, the minimum and maximum are the other operand.
        (Opcode::Max, Float) => Op::FMax,
        (Opcode::Max, Signed) => Op::SMax,
        (Opcode::Max, Unsigned) => Op::UMax,
        (Opcode::Min, Float) => Op::FMin,
        (Opcode::Min, Signed) => Op::SMin,
        (Opcode::Min, Unsigned) => Op::UMin,
        _ => return None,
    })
}

/// An integer division: its type, result and signedness.
#[derive(Clone, Copy)]
struct Division {
    ty: DataType,
    /// Whether the result is the remainder instead of the quotient.
    remainder: bool,
    /// Whether the operands are signed; the quotient is then rounded towards zero.
    signed: bool,
}

/// Returns an operand without its outer minus sign.
fn without_sign(src: &Src) -> Src {
    Src { negate: false, ..*src }
}

impl Lowerer<'_> {
    /// Lowers MOV and SWZ.
    pub(super) fn move_(&mut self, inst: &Inst) {
        let [src] = inst.srcs else { return };
        let Some(Access::Swizzle(selectors)) = inst.access else {
            return self.each_lane(inst, inst.ty, |this, k| this.read(src, k));
        };
        self.each_lane(inst, inst.ty, |this, k| {
            let selector = selectors[k];
            let value = match selector.source {
                ExtSource::Component(component) => this.read(src, usize::from(component)),
                ExtSource::Zero => this.b.float(ir_type(inst.ty), 0.0),
                ExtSource::One => this.b.float(ir_type(inst.ty), 1.0),
            };
            if selector.negate { this.b.op(Op::FNeg, &[value]) } else { value }
        });
    }

    /// Lowers the `Arithmetic` family.
    pub(super) fn arithmetic(&mut self, inst: &Inst) {
        self.each_lane(inst, inst.dst.map_or(inst.ty, |dst| dst.ty), |this, k| match inst.srcs {
            [a] => this.absolute(inst, a, k).into(),
            [a, b] => this.arithmetic2(inst, a, b, k),
            [a, b, c] => this.arithmetic3(inst, [a, b, c], k),
            _ => this.b.undef(ir_type(inst.ty)).into(),
        });
    }

    fn absolute(&mut self, inst: &Inst, a: &Src, k: usize) -> Value {
        let op = match inst.ty.base {
            BaseType::Float => Op::FAbs,
            BaseType::Signed => Op::SAbs,
            // ABS drops the operand's sign modifiers, although it has no other effect on unsigned values
            // (docs/hardware.md).
            BaseType::Unsigned => return self.read(&without_modifiers(a), k),
        };
        let value = self.read(a, k);
        self.b.op(op, &[value])
    }

    fn arithmetic2(&mut self, inst: &Inst, a: &Src, b: &Src, k: usize) -> Lane {
        if matches!(inst.opcode, Opcode::Add | Opcode::Sub) && !inst.ty.is_float() {
            return self.integer_sum(a, b, k, inst.opcode == Opcode::Sub);
        }
        let (x, y) = (self.read(a, k), self.read(b, k));
        match (inst.opcode, inst.mods.multiply) {
            (Opcode::Mul, Some(Multiply::Hi)) => {
                let op = if inst.ty.base == BaseType::Signed { Op::SMulHi } else { Op::UMulHi };
                self.b.op(op, &[x, y]).into()
            }
            (Opcode::Mul, Some(multiply)) => {
                let op = if multiply == Multiply::S24 { Op::SBfe } else { Op::UBfe };
                let (x, y) = (self.low24(op, x), self.low24(op, y));
                self.b.op(Op::IMul, &[x, y]).into()
            }
            (Opcode::Div | Opcode::Mod, _) if !inst.ty.is_float() => {
                let remainder = inst.opcode == Opcode::Mod;
                // A 32-bit remainder is unsigned unless an operand has `| |` (docs/hardware.md).
                let absolute = a.absolute || b.absolute;
                let signed =
                    inst.ty.base == BaseType::Signed && (!remainder || absolute || inst.ty.bits == 64);
                self.divide(x, y, Division { ty: inst.ty, remainder, signed }).into()
            }
            _ => match binary(inst.opcode, inst.ty.base) {
                Some(op) => self.b.op(op, &[x, y]).into(),
                None => {
                    self.internal(inst.span, "an arithmetic instruction without an operation");
                    x.into()
                }
            },
        }
    }

    fn low24(&mut self, op: Op, value: Value) -> Value {
        let (offset, count) = (self.b.i32(0), self.b.i32(24));
        self.b.op(op, &[value, offset, count])
    }

    /// Lowers an integer addition or subtraction. For the carry and overflow flags, a negated operand turns an addition
    /// into a subtraction and vice versa (NV_gpu_program4 §2.X.8).
    fn integer_sum(&mut self, a: &Src, b: &Src, k: usize, subtract: bool) -> Lane {
        // `-a + b` and `-a - -b` are computed as `b - a`.
        let (x, y, difference) = if a.negate && b.negate == subtract {
            (self.read(&without_sign(b), k), self.read(&without_sign(a), k), true)
        } else {
            (self.read(a, k), self.read(&without_sign(b), k), subtract != b.negate)
        };
        self.sum(x, y, difference)
    }

    /// Computes a sum or difference, with the operands for its carry and overflow flags.
    fn sum(&mut self, x: Value, y: Value, difference: bool) -> Lane {
        let (op, carry) =
            if difference { (Op::ISub, Carry::Sub(x, y)) } else { (Op::IAdd, Carry::Add(x, y)) };
        Lane { carry: Some(carry), ..Lane::from(self.b.op(op, &[x, y])) }
    }

    /// Computes an integer quotient or remainder. SPIR-V leaves division by zero and the division of the
    /// minimum integer by -1 undefined. Therefore a divisor of 0 and, in a signed division, of -1 is replaced, and the
    /// result is the one that the hardware returns (docs/hardware.md).
    fn divide(&mut self, x: Value, y: Value, division: Division) -> Value {
        let Division { ty, remainder, signed } = division;
        let ir = ir_type(ty);
        let (zero, one, ones) = (self.b.bits(ir, 0), self.b.bits(ir, 1), self.b.bits(ir, u64::MAX));
        if y == zero && !signed && ty.bits == 32 {
            // The driver treats a constant divisor of 0 as a power of two, and returns the dividend for both
            // quotient and remainder.
            return x;
        }
        let by_zero = self.b.op(Op::IEq, &[y, zero]);
        let result = if signed {
            let by_minus_one = self.b.op(Op::IEq, &[y, ones]);
            let special = self.b.op(Op::Or, &[by_zero, by_minus_one]);
            let divisor = self.b.op(Op::Select, &[special, one, y]);
            let result = self.b.op(if remainder { Op::SRem } else { Op::SDiv }, &[x, divisor]);
            let negated = if remainder { zero } else { self.b.op(Op::INeg, &[x]) };
            self.b.op(Op::Select, &[by_minus_one, negated, result])
        } else {
            let divisor = self.b.op(Op::Select, &[by_zero, one, y]);
            self.b.op(if remainder { Op::URem } else { Op::UDiv }, &[x, divisor])
        };
        let of_zero = match (ty.bits, remainder) {
            (64, true) => x,
            (64, false) if signed => {
                let positive = self.b.op(Op::SLt, &[zero, x]);
                self.b.op(Op::Select, &[positive, one, ones])
            }
            _ => ones,
        };
        self.b.op(Op::Select, &[by_zero, of_zero, result])
    }

    /// Returns whether the integer selector of a CMP is below 0. A minus sign on a 32-bit selector reverses
    /// the comparison instead of negating the value. The result differs for the minimum signed integer and
    /// for unsigned integers other than 0. A 64-bit absolute value is never below 0, not even that of the
    /// minimum integer (docs/hardware.md).
    fn below_zero(&mut self, ty: DataType, selector: &Src, k: usize) -> Value {
        let zero = self.b.bits(ir_type(ty), 0);
        let signed = ty.base == BaseType::Signed;
        if selector.negate && ty.bits == 32 {
            let x = self.read(&without_sign(selector), k);
            return self.b.op(if signed { Op::SLt } else { Op::ULt }, &[zero, x]);
        }
        if !signed || ty.bits == 64 && selector.absolute && !selector.negate {
            return self.b.bool(false);
        }
        let x = self.read(selector, k);
        self.b.op(Op::SLt, &[x, zero])
    }

    /// Lowers CMP.
    fn compare_select(&mut self, ty: DataType, [a, b, c]: [&Src; 3], k: usize) -> Value {
        let (y, z) = (self.read(b, k), self.read(c, k));
        if !ty.is_float() {
            let below = self.below_zero(ty, a, k);
            return self.b.op(Op::Select, &[below, y, z]);
        }
        // A NaN selects the second operand, as a value below 0 does (docs/hardware.md).
        let (zero, x) = (self.b.bits(ir_type(ty), 0), self.read(a, k));
        let at_least = self.b.op(Op::FLe, &[zero, x]);
        self.b.op(Op::Select, &[at_least, z, y])
    }

    fn arithmetic3(&mut self, inst: &Inst, [a, b, c]: [&Src; 3], k: usize) -> Lane {
        if inst.opcode == Opcode::Cmp {
            return self.compare_select(inst.ty, [a, b, c], k).into();
        }
        let (x, y, z) = (self.read(a, k), self.read(b, k), self.read(c, k));
        match inst.opcode {
            // The hardware has a fused multiply-add.
            Opcode::Mad if inst.ty.is_float() => self.b.op(Op::Fma, &[x, y, z]).into(),
            Opcode::Mad => {
                let product = self.b.op(Op::IMul, &[x, y]);
                // As in additions, a negated addend turns the sum into a difference.
                let addend = self.read(&without_sign(c), k);
                self.sum(product, addend, c.negate)
            }
            Opcode::Sad => {
                // The absolute difference, as an unsigned value: it may not fit in the signed type
                // (docs/hardware.md, A19).
                let signed = inst.ty.base == BaseType::Signed;
                let (max, min) = if signed { (Op::SMax, Op::SMin) } else { (Op::UMax, Op::UMin) };
                let (high, low) = (self.b.op(max, &[x, y]), self.b.op(min, &[x, y]));
                let difference = self.b.op(Op::ISub, &[high, low]);
                self.sum(difference, z, false)
            }
            _ => {
                self.internal(inst.span, "an arithmetic instruction without an operation");
                self.b.undef(ir_type(U32)).into()
            }
        }
    }
}
