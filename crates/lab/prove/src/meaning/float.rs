//! SMT-LIB definitions of operations on IEEE floats.

use super::ScalarOp;
use crate::lane::Lane;
use crate::solver::Term;

/// `fneg` or `fabs`, which changes only the sign bit, also of a NaN. `on_bits` is `bvxor` or `bvand`.
pub fn sign(op: &mut ScalarOp<'_, '_>, function: &str, on_bits: &str) -> Lane {
    let number = op.app(function, &[op.number(0)]);
    let width = op.width();
    let bits = match op.args[0] {
        Lane::Real { bits: None, .. } => None,
        _ => {
            let x = op.bits(0);
            let top = op.literal(width, 1 << (width - 1));
            let mask = if on_bits == "bvand" { op.app("bvnot", &[top]) } else { top };
            Some(op.app(on_bits, &[x, mask]))
        }
    };
    Lane::Real { number, bits, positive: on_bits == "bvand", width }
}

/// Minimum or maximum: if one operand is a NaN, the other; of two zeros, either.
pub fn pick(op: &mut ScalarOp<'_, '_>, predicate: &str) -> Lane {
    let (x, y) = (op.number(0), op.number(1));
    let either = free(op);
    let zeros = op.app("and", &[op.app("fp.isZero", &[x]), op.app("fp.isZero", &[y])]);
    let ordered = op.if_else(op.app(predicate, &[x, y]), x, y);
    let ordered = op.if_else(zeros, op.if_else(either, x, y), ordered);
    let no_second = op.if_else(op.app("fp.isNaN", &[y]), x, ordered);
    op.real(op.if_else(op.app("fp.isNaN", &[x]), y, no_second))
}

/// An unconstrained bool.
fn free(op: &mut ScalarOp<'_, '_>) -> Term {
    let choice = op.encoder.choose(1);
    op.app("=", &[choice, op.literal(1, 1)])
}

/// Clamps to the range 0 to 1. A NaN becomes 0; a negative zero becomes a zero of either sign.
pub fn saturate(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (x, width) = (op.number(0), op.width());
    let (zero, one) = (op.float(width, 0.0), op.float(width, 1.0));
    let either = free(op);
    let low = op.if_else(op.app("and", &[op.app("fp.isZero", &[x]), either]), x, zero);
    let inside = op.if_else(op.app("fp.gt", &[x, zero]), x, low);
    op.real(op.if_else(op.app("fp.geq", &[x, one]), one, inside))
}

/// Rounds to an integral number in the direction `mode`.
pub fn integral(op: &mut ScalarOp<'_, '_>, mode: &str) -> Lane {
    let args = [op.app(mode, &[]), op.number(0)];
    op.real(op.app("fp.roundToIntegral", &args))
}

/// The operand minus its floor. If the difference rounds to 1, the result is 1 or the largest number below 1.
pub fn fraction(op: &mut ScalarOp<'_, '_>) -> Lane {
    let (x, width) = (op.number(0), op.width());
    let floor = op.app("fp.roundToIntegral", &[op.app("RTN", &[]), x]);
    let difference = op.app("fp.sub", &[op.app("RNE", &[]), x, floor]);
    let below = match width {
        16 => 0x3bff,
        32 => 0x3f7f_ffff,
        _ => 0x3fef_ffff_ffff_ffff,
    };
    let below = op.app_indexed("to_fp", &crate::lane::float_format(width), &[op.literal(width, below)]);
    let either = free(op);
    let is_one = op.app("fp.eq", &[difference, op.float(width, 1.0)]);
    let clamps = op.app("and", &[is_one, either]);
    op.real(op.if_else(clamps, below, difference))
}

/// 0 if the second operand is less than the first, else 1.
pub fn step(op: &mut ScalarOp<'_, '_>) -> Lane {
    let width = op.width();
    let less = op.app("fp.lt", &[op.number(1), op.number(0)]);
    op.real(op.if_else(less, op.float(width, 0.0), op.float(width, 1.0)))
}

/// Whether `predicate` holds for the operands, or one of them is a NaN.
pub fn unordered_or(op: &ScalarOp<'_, '_>, predicate: &str) -> Lane {
    let nan = [0, 1].map(|index| op.app("fp.isNaN", &[op.number(index)]));
    let holds = op.app(predicate, &[op.number(0), op.number(1)]);
    op.truth(op.app("or", &[nan[0], nan[1], holds]))
}

/// Whether the operands are different and neither is a NaN.
pub fn ordered_not_equal(op: &ScalarOp<'_, '_>) -> Lane {
    let (x, y) = (op.number(0), op.number(1));
    op.truth(op.app("or", &[op.app("fp.lt", &[x, y]), op.app("fp.gt", &[x, y])]))
}

/// Applies a predicate to a float.
pub fn is(op: &ScalarOp<'_, '_>, predicate: &str) -> Lane {
    op.truth(op.app(predicate, &[op.number(0)]))
}

/// Condition-code flag SF: whether a float is below zero or a NaN, or an integer is negative.
pub fn sign_flag(op: &mut ScalarOp<'_, '_>) -> Lane {
    let width = op.width();
    match op.args[0] {
        Lane::Bits { term, .. } => op.truth(op.app("bvslt", &[term, op.literal(width, 0)])),
        Lane::Real { number, .. } => {
            let below = op.app("fp.lt", &[number, op.float(width, 0.0)]);
            op.truth(op.app("or", &[below, op.app("fp.isNaN", &[number])]))
        }
    }
}

/// Condition-code flag ZF: whether a float is a zero or a NaN, or an integer is 0.
pub fn zero_flag(op: &mut ScalarOp<'_, '_>) -> Lane {
    let width = op.width();
    match op.args[0] {
        Lane::Bits { term, .. } => op.truth(op.app("=", &[term, op.literal(width, 0)])),
        Lane::Real { number, .. } => {
            let tests = [op.app("fp.isZero", &[number]), op.app("fp.isNaN", &[number])];
            op.truth(op.app("or", &tests))
        }
    }
}
